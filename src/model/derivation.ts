/** What it costs to derive something from a password by argon2id, and the standard costs. */

/** Cost of one derivation: KiB of memory, passes, lanes. */
export interface DerivationCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** Costs by purpose: hashes of accounts, checked at every login, and the key of the keystore. */
export interface DerivationCosts {
  readonly account: DerivationCost;
  readonly keystore: DerivationCost;
}

/** The costs that a server has; anything below is for tests. */
export const standardCosts: DerivationCosts = {
  account: { memory: 19_456, passes: 2, parallelism: 1 },
  keystore: { memory: 65_536, passes: 3, parallelism: 1 },
};
