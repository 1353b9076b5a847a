/** The code that verifies an account holder's phone, to that phone. Somebody may have typed a stranger's number. */
export function phoneCodeText(code: string): string {
  return `Cooee: ${code} is the code to confirm your mobile. It works for 10 minutes. Didn't ask for it? Do nothing, or reply STOP.`
}
