/** Words that stand between a subject and what it does. */
const INTENT = new Set(
  'will shall would can could may might going happy glad able pleased ready trying try want wish like love need plan planning hope intend about better must should delighted aim gonna'.split(
    ' ',
  ),
)
const BETWEEN = new Set(
  `am is are was were be been being have has had do does did to just also quickly definitely certainly surely gladly always personally
  right now then first straight away soon even really happily only simply still ever never not absolutely all already
  immediately of course go ahead and today tonight both very so quite too`.split(/\s+/),
)
/** What follows one of these is a quality, unless it is a participle. */
const COPULAS = new Set(['be', 'been', 'being', 'am', 'is', 'are', 'was', 'were'])
/** Not to do one of these is to do what follows. */
const DENIED_TWICE = new Set(['forget', 'hesitate', 'fail', 'mind', 'rest', 'stop', 'wait'])
const NOT_VERBS = new Set(
  `a an the my your his her their our this that these those it you him them us me he she they i we some any every what how when where who
  why NAME at on with in by from so such no as or but if because than there here with without about hearing happy more`.split(
    /\s+/,
  ),
)

export interface Deed {
  /** What is done, as it was said; the last word before a noun where no verb follows. */
  verb: string
  /** What comes after it. */
  rest: readonly string[]
  /** It is to be done, or could be. */
  isIntended: boolean
  isDenied: boolean
  /** "Can" or "could". */
  isAble: boolean
  /** "Shall I": asked before it is said. */
  isAsked: boolean
}

/** What each of some subjects does in a sentence, read from its words: "I would be happy to call" is an intended call. */
export function deedsOf(words: readonly string[], isSubject: (word: string) => boolean): Deed[] {
  return words.flatMap((word, place) => {
    if (!isSubject(word)) return []
    const before = words[place - 1] ?? ''
    const isAsked = /^(?:shall|should|can|could|may|might|will|would|must)$/.test(before)
    const isLet = before === 'let'
    const deed = read(words.slice(place + 1))
    return deed ? [{ ...deed, isAsked, isIntended: deed.isIntended || isAsked || isLet }] : []
  })
}

function read(words: readonly string[]): Omit<Deed, 'isAsked'> | null {
  let isIntended = false
  let isDenied = false
  let isAble = false
  let last = ''
  let isBeing = false
  for (const [place, word] of words.entries()) {
    if (isDenied && DENIED_TWICE.has(word)) {
      isDenied = false
      continue
    }
    const isAux = INTENT.has(word) || BETWEEN.has(word)
    if (!isAux) {
      if (word === ',' || word === '¿') return null
      const isNoVerb = NOT_VERBS.has(word) || (isBeing && !/(?:ed|ing|en|nt|ught)$/.test(word))
      if (isNoVerb && last === '') return null
      return isNoVerb
        ? { verb: isBeing ? 'be' : last, rest: words.slice(place), isIntended, isDenied, isAble }
        : { verb: word, rest: words.slice(place + 1), isIntended, isDenied, isAble }
    }
    if (word === 'not' || word === 'never') isDenied = true
    if (INTENT.has(word)) isIntended = true
    if (word === 'can' || word === 'could') isAble = true
    // "Am only a computer"; "am going to" is followed by what is done.
    isBeing = COPULAS.has(word) || (isBeing && !INTENT.has(word) && word !== 'to')
    last = word
  }
  return null
}
