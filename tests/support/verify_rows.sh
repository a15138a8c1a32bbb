# verify_rows.sh - for tests of `scree verify`, to be sourced: runs groups of rows, and holds what they ask against a table.

bad=0
# Rows that docs/verification/ tells to miss, as "CASE|QUANTITY": they may, and by how much is shown. All else must hold.
told_misses=()

is_told() {
    local told
    for told in "${told_misses[@]}"; do
        [[ $1 != *"\"case\": \"${told%|*}\""*"\"quantity\": \"${told#*|}\""* ]] || return 0
    done
    return 1
}

complain() {
    echo "FAILED: $1"
    bad=1
}

# verify_groups SCREE SUITE [--full] GROUP... - rows whose case has GROUP in its name, into rows.json; none may miss but those
# that are told to.
verify_groups() {
    local scree=$1 suite=$2 full= status row
    shift 2
    [ "$1" != --full ] || { full=--full; shift; }
    rm -f rows.json
    for group in "$@"; do
        status=0
        "$scree" verify "$suite" --json $full --only "$group" >>rows.json 2>rows.err || status=$?
        [ $status = 0 ] || [ $status = 1 ] || complain "exit status $status of $group"
        [ ! -s rows.err ] || { cat rows.err; complain "something on stderr"; }
        grep -q "\"case\": \"[^\"]*$group" rows.json || complain "no row of $group"
    done
    while read -r row; do
        if is_told "$row"; then echo "missed, as the pages tell: $row"; else complain "$row"; fi
    done < <(tr '{' '\n' <rows.json | grep '"held": false')
}

# check_rows <TABLE - case, quantity, what is asked (a pattern), how far off it may be: as the tables have them, typed anew; ~ is a space
check_rows() {
    local name quantity value kind tolerance row
    while read -r name quantity value kind tolerance; do
        row=$(tr '{' '\n' <rows.json | grep -F "\"case\": \"${name//\~/ }\"" | grep -F "\"quantity\": \"${quantity//\~/ }\"")
        grep -q "\"expected\": $value[0-9]*," <<<"$row" || complain "${name//\~/ }, ${quantity//\~/ } is not asked to be $value"
        grep -qF "\"kind\": \"${kind//\~/ }\"" <<<"$row" || complain "${name//\~/ }, ${quantity//\~/ }: not $kind"
        grep -qF "\"tolerance\": $tolerance," <<<"$row" || complain "${name//\~/ }, ${quantity//\~/ }: tolerance is not $tolerance"
    done
}
