/** Common passwords, in lower case and without spaces, as they read without digits and signs at either end and with letters for digits. */
const WORDS = new Set(
  `aa aaa aaaa aaaaaa abc abcd abcde abcdef abcdefg abcdefgh access account admin administrator adelaide alexander amanda andrea
  andrew angel anthony apple arsenal ashley asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl aussie australia autumn azerty babygirl
  bailey baseball basketball batman birthday bonjour brandon brisbane broncos buster butterfly canberra care carer cats
  changeit changeme charlie cheese chelsea chocolate collingwood computer cooee cookie corona daniel darwin default
  demo dolphin dragon elephant essendon eagles family father flower flowers football freedom friend friends geelong
  george ginger google grandma grandpa guest happy harley hannah hawthorn hello holiday hunter iloveu iloveyou internet
  jackson jasmine jennifer jessica jesus jordan joshua justin kangaroo killer kitten koala letmein liverpool london
  login lovely loveme loveyou lucky maggie manchester mary master matthew melbourne merlin michael michelle minecraft
  monday monkey mother mustang mypassword naruto newpassword nicole nothing oliver pa passw pass passcode passport
  passwd password passwordpassword passwort peanut pepper perth pokemon princess purple q qaz qazwsx qazwsxedc querty
  qwe qweasd qweasdzxc qwer qwert qwerty qwertyu qwertyui qwertyuiop rainbow richmond robert samantha samsung sample
  secret secure security september shadow simple snoopy soccer sophie spring starwars summer sunflower sunshine
  superman superstar sydney sydneyswans taylor tennis test testing thomas thunder tigger tiger trustno user victoria
  welcome welcometo whatever william winter wizard xxxxxx yellow zaq zaqwsx zxc zxcvb zxcvbn zxcvbnm
  january february march april may june july august october november december tuesday wednesday thursday friday
  saturday sunday`.split(/\s+/),
)
const WRITTEN_AS_LETTERS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv5tgb']
const SHORTEST_RUN = 4

/**
 * Whether somebody who guesses would try this password early: a common word with figures around it, a walk along the
 * keyboard or the alphabet, one sign again and again, or one of the person's `ownWords` (their names and e-mail). Long
 * passwords of several words are never refused for one of them.
 */
export function isEasilyGuessed(password: string, ownWords: readonly (string | null)[] = []): boolean {
  const typed = password.normalize('NFKC').toLowerCase()
  const cores = [core(typed), core(asLetters(typed)), asLetters(core(typed))]
  const own = ownWords.flatMap((word) => partsOf(word ?? ''))
  return cores.some((word) => WORDS.has(word) || own.includes(word)) || isMadeOfRuns(typed)
}

/** Without the digits, signs and spaces at its ends. */
function core(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

function asLetters(text: string): string {
  return [...text].map((sign) => WRITTEN_AS_LETTERS[sign] ?? sign).join('')
}

/** A name or an e-mail as somebody might use it in a password. */
function partsOf(word: string): string[] {
  const [local = ''] = word.toLowerCase().split('@')
  return [local, ...local.split(/[^\p{L}]+/u), core(local)].filter((part) => part.length >= 3)
}

/** Nothing but runs of signs that follow each other, forwards or backwards, or repeat: "Abcd1234", "Aaaa1111". */
function isMadeOfRuns(text: string): boolean {
  const signs = [...text].filter((sign) => /[\p{L}\p{N}]/u.test(sign)).join('')
  let rest = signs
  while (rest.length > 0) {
    const length = runAtStart(rest)
    if (length < Math.min(SHORTEST_RUN - 1, rest.length)) return false
    rest = rest.slice(length)
  }
  return true
}

function runAtStart(text: string): number {
  const repeated = /^(.)\1*/u.exec(text)?.[0].length ?? 0
  const walked = RUNS.flatMap((run) => [run, [...run].reverse().join('')]).map((run) => walkAlong(run, text))
  return Math.max(repeated, ...walked)
}

function walkAlong(run: string, text: string): number {
  const from = run.indexOf(text.charAt(0))
  if (from < 0) return 0
  let length = 0
  while (length < text.length && run.charAt(from + length) === text.charAt(length)) length += 1
  return length
}
