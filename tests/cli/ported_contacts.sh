#!/bin/bash
# ported_contacts.sh BUILD - the shortest cases of examples/ported have the numbers of the programs they are from; ported.sh has
# all of them.
exec bash "$(dirname "$0")/ported.sh" "$1" elastic-impact counter-spin hysteresis cohesion-jkr
