#!/bin/bash
# shell.sh BUILD - what a shell has of the program: completion of commands, options and names, the page of the manual, output for
# other programs.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here/small.yaml" case.yaml

# offers WORD... - what bash offers for the last of these words behind the name of the program.
offers() {
    bash -c '. "$SCREE_SOURCE_DIR/shell/scree.bash"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _scree; echo ${COMPREPLY[@]}' offers "$scree" "$@"
}
expects() {
    local wanted=$1 got
    shift
    got=$(offers "$@")
    [ "$got" = "$wanted" ] || complain "for '$*' bash offers '$got', not '$wanted'"
}
expects 'resume report' re
expects 'help' hel
expects '--threads' run --thr
expects 'triaxial' new tri
expects 'probes' list pro
expects 'settled-bed shapes' bench s
expects 'spheres shapes scenes' verify s
expects '' run cas
expects '' run case.yaml --out re
expects 'film fit' help fi
case " $(offers run --) " in *' --out '*' --json '*) ;; *) complain "options of run: $(offers run --)" ;; esac
for command in $("$scree" complete '' | cut -f1); do
    [ "$command" = help ] || "$scree" complete "$command" -- | grep -q '^--help	' || complain "$command does not offer --help"
done
for shell in zsh fish; do
    command -v $shell >/dev/null || continue
    file=$SCREE_SOURCE_DIR/shell/scree.fish
    [ $shell = fish ] || file=$SCREE_SOURCE_DIR/shell/_scree
    $shell -n "$file" || complain "$shell cannot read $file"
done
if command -v fish >/dev/null; then
    fish -c "source '$SCREE_SOURCE_DIR/shell/scree.fish'; function scree; '$scree' \$argv; end; complete -C 'scree new tri'" >out 2>&1
    grep -q '^triaxial	A' out || complain "fish does not offer triaxial: $(cat out)"
fi

# The page of the manual has every command and option, and no line that its reader takes for something else.
says 0 '^\.TH SCREE 1 ' "$scree" help --man
"$scree" help --man >scree.1
for command in $("$scree" complete '' | cut -f1); do
    [ "$command" = help ] || grep -q "^\.SS scree $command" scree.1 || complain "the manual lacks $command"
done
grep -q '^\\fB\\-\\-no\\-picture\\fR' scree.1 || complain "the manual lacks an option"
if command -v groff >/dev/null; then
    groff -man -ww -Tutf8 scree.1 2>&1 >/dev/null | grep . && complain "groff has something to say of the manual"
fi

# For programs: what a run came to, and all that a case can name.
"$scree" run case.yaml --threads 1 --out done --set run.steps=20 --json >told 2>err || complain "run --json fails: $(cat err)"
[ ! -s err ] || complain "run --json says: $(cat err)"
"$scree" resume done --json >again 2>err || complain "resume --json fails: $(cat err)"
"$scree" list --json >all || complain "list --json fails"
holds 'one object each' python3 - <<'END'
import json
lines = open("told").read().splitlines()
assert len(lines) == 1, lines
told = json.loads(lines[0])
assert told["folder"] == "done" and told["summary"]["status"] == "finished" and told["summary"]["steps"] == 20, told
assert told["summary"] == json.load(open("done/summary.json"))
assert json.load(open("again")) == told
everything = json.load(open("all"))
hertz = [law for law in everything["laws"]["normal"] if law["name"] == "hertz"][0]
restitution = [row for row in hertz["parameters"] if row["key"] == "restitution"][0]
assert restitution["kind"] == "number" and restitution["at_most"] == 1 and restitution["doc"], restitution
assert {"walls", "drives", "probes", "materials", "columns", "examples"} <= everything.keys()
END
says 2 'units are told in words' "$scree" list units --json
says 2 "nothing called 'nonsense'" "$scree" list nonsense --json
says 2 'no option --jsn' "$scree" run case.yaml --jsn
"$scree" run case.yaml --threads 1 --out worse --set run.steps=-1 --json >told 2>err && complain "a bad case runs"
[ ! -s told ] || complain "run --json prints of a case that is refused: $(cat told)"

# Colour: on a terminal, and not where somebody does not want it.
cat >terminal.py <<'END'
import os, pty, sys
seen = b""
def read(number):
    global seen
    data = os.read(number, 4096)
    seen += data
    return b""
pty.spawn(sys.argv[1:], read)
sys.exit(0 if b"\033[" in seen else 1)
END
holds 'a fault in colour' env TERM=xterm python3 terminal.py "$scree" check absent.yaml
for unwanted in NO_COLOR=1 TERM=dumb; do
    holds "no colour with $unwanted" sh -c "! env TERM=xterm $unwanted python3 terminal.py '$scree' check absent.yaml"
done
says 2 '^absent.yaml: ' "$scree" check absent.yaml
verdict
