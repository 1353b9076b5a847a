/** Words of medicine's own that a call never uses of anybody: it tells what was said. */
const CLINICAL =
  /\b(?:monitor\w*|detect\w*|diagnos\w*|screen(?:s|ed|ing) for|assess\w*|scor(?:e|es|ed|ing)\b|symptom\w*|prognos\w*|clinical\w*|syndrome|disorder|risk (?:of|level|score)|cognitive|depressive|patient|adheren\w*|complian\w*)/i

/** Whether a text claims to judge somebody's health. */
export const isClinical = (text: string): boolean => CLINICAL.test(text)
