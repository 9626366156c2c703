# What fish proposes for lines: prints "LINE|CANDIDATE".
# Usage: fish complete.fish SCRIPT LINE...
source $argv[1]
for line in $argv[2..]
    for candidate in (complete -C $line)
        echo $line"|"(string split -- \t $candidate)[1]
    end
end
