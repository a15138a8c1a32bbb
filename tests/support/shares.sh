# shares.sh - a test over every allowed combination of laws, by as many processes as there are processors. Sourced by tests.

# in_shares PROGRAM [NAME]: each process has its own share of the combinations (SCREE_SHARE, see law_pairs.h).
in_shares() {
    local all own bad=0 processes=()
    all=$(nproc)
    for own in $(seq "$all"); do
        env -u SCREE_WHOLE SCREE_EVERY_COMBINATION=1 SCREE_SHARE=$own/$all "$@" >"share-$own.txt" 2>&1 &
        processes+=($!)
    done
    for own in "${processes[@]}"; do
        wait "$own" || bad=1
    done
    for own in $(seq "$all"); do
        echo "share $own of $all:"
        cat "share-$own.txt"
    done
    return $bad
}
