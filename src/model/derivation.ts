/** Costs of argon2id password derivation. */

/** `memory` is in KiB; `parallelism` counts lanes. */
export interface DerivationCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** Costs of account hashes and of the keystore key. */
export interface DerivationCosts {
  readonly account: DerivationCost;
  readonly keystore: DerivationCost;
}

/** Only tests use lower costs. */
export const standardCosts: DerivationCosts = {
  account: { memory: 19_456, passes: 2, parallelism: 1 },
  keystore: { memory: 65_536, passes: 3, parallelism: 1 },
};
