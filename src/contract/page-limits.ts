/** The most entries that one answer of a list has, and how many it has where a query does not say. */
export const LONGEST_PAGE = 200

/** The place after a call, as `after` takes it. */
export const callPlaceOf = ({ id, scheduledTime }: { id: number; scheduledTime: string }): string =>
  `${scheduledTime}_${id}`
