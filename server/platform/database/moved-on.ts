/**
 * SQL of a row's new `updated_at`: now, or a millisecond behind what it was, so that whoever still shows the old row is noticed.
 * By way of UTC, where adding to a time is immutable, which a cluster asks of an update.
 */
export const movedOn = (now: string, updatedAt: string): string =>
  `greatest(${now}, (${updatedAt} at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`
