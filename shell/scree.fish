# Completion of scree for fish: what the program offers for the word that is being typed, beside files.
function __scree_complete
    set -l words (commandline -opc)
    $words[1] complete $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c scree -a '(__scree_complete)'
