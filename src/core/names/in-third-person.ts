const FORMS: readonly [RegExp, string][] = [
  [/^You're /, ' is '],
  [/^You've /, ' has '],
  [/^You /, ' '],
]

/** A sentence that began with "You", as somebody else reads it: "Jane Hartley is checking on Margaret". Others stay. */
export function inThirdPerson(sentence: string, name: string): string {
  const form = FORMS.find(([you]) => you.test(sentence))
  return form ? sentence.replace(form[0], () => `${name}${form[1]}`) : sentence
}
