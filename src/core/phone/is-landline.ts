/** Area codes of landlines: Australia's 2, 3, 7 and 8, New Zealand's 3, 4, 6, 7 and 9. */
const LANDLINE = /^\+6(1[2378]\d{8}|4[34679]\d{7})$/

/** Whether a number in E.164 is certainly a landline, which takes no texts. Of other countries nobody knows by the digits alone. */
export function isLandline(phoneNumber: string): boolean {
  return LANDLINE.test(phoneNumber)
}
