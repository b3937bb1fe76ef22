// A text that is cut by as many merges as the learner drags in.
//
// What the front end reads: `texts`, a list of { name, text, base, nodes }; `size`, how many merges there are; `merges`, how
// many are learned; `shown`, the name of the text shown; `title` and `problem`. It sets `merges`, `shown` and `asked`, a text that
// was typed. Whoever hears "change:asked", Python or a page without it, answers with new `texts`, one of them named
// "yours", and `shown`. A node is [start, end, rank, left, right]: from `start` to `end` in UTF-8 bytes of the text (base
// "bytes") or in code points (base "characters"), `rank` the merge that made it, counted from 0, `left` and `right` the
// places in `nodes` of its parts; a byte or letter has -1 for all three. Parts come before what they make.
