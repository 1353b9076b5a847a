/** Who is notified where nobody is on the list: "we've told only you", in a circle of several "only your family". */
export const onlyWhom = (isShared = false): string => (isShared ? 'only your family' : 'only you')
