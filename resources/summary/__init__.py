"""What session summaries know about languages: one TOML file each, en, de, es, fr and zh.

Data only. Whoever summarises hands these texts to `engramma.theory.summary`; every file has the same keys, in
lower case, phrases in lists and single words in one string:

- `stop`: words that carry no topic. `weak`: words that mean something but name nothing a person would tag.
- `asides`: opening words that may go; `loose_asides`: those that may go also without a comma after them.
  `labels`: opening words that may go when a colon follows. `greetings`: what makes a short sentence noise.
- `backward`: opening words that point at something said before; `backward_before_verb`: those that do so only
  with a verb after them (articles). `pronouns`: words that need something named earlier in the sentence.
  `questions`: words that open a question.
- `decision`, `correction`, `result`, `rule`, `reason`: phrases that make a sentence worth keeping.
  `intent`: phrases of somebody thinking aloud or about to do something. `chatter`: praise and politeness.
  `first_person`, `second_person`: words of the speaker and to the listener.
- `noun_before`, `noun_after`, `verb_before`, `verb_after`: neighbours that show whether a word is a noun.
  `noun_endings`, `other_endings`: the same from the end of the word itself. `head_last`: whether in a row of
  nouns the last one is the thing itself. `capital_nouns`: whether nouns are written with a capital letter.
- `plural`: endings and their singular; one with "attested" holds only where the singular was said as well.
  `plural_keep`: words that look like a plural and are none. `irregular`: plurals and their singulars in turn.
- `abbreviations`: words that a full stop does not end.
"""
