/** The words of a list, parted by white space. */
export const setOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** What is done in the world, in each of its forms. */
export const ACT =
  /^(?:call|ring|rang|rung|phon|telephon|dial|text|messag|messenger|email|mail|send|sent|tell|told|let|inform|notif|alert|contact|pass|arrang|organi[sz]|book|schedul|order|get|got|fetch|bring|brought|com|came|visit|drop|pop|check|mak|made|sort|fix|look|tak|took|ask|mention|report|forward|chas|remind|wak|transfer|connect|put|pay|paid|buy|bought|deliver|cancel|mark|record|log|updat|set|chang|delet|remov|add|note|writ|wrote|sav|register|escalat|dispatch|despatch|handl|deal|help|keep|kept|mov|prescrib|reserv|request|submit|rais|flag|warn|advis|reach|speak|spoke|talk|sign)(?:s|es|ed|d|t|e|ing|ting|ping|ling|ying|ied|y|ies|ten)?$/

/** Who may do something for a person, or be told of them. */
export const OTHERS =
  setOf(`NAME someone somebody help they he she nurse doctor gp ambulance paramedics police carer family daughter son
  husband wife sister brother neighbour neighbours friend team people person staff office cooee colleague colleagues plumber
  cleaner driver electrician technician chemist pharmacist clinic hospital mum dad niece nephew granddaughter grandson everyone
  anyone anybody manager worker helper operator agent taxi bus delivery assistance`)

/** Whether a word names somebody who may act; false where there is no word. */
export const isOtherPerson = (word = ''): boolean =>
  OTHERS.has(word) || word === 'her' || word === 'him' || word === 'them'
