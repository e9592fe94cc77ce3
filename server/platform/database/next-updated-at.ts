/**
 * SQL for a row's new `updated_at`: now, or a millisecond after the previous value, so that a client that still shows
 * the old row is detected. Computed in UTC, where adding to a time is immutable, as a cluster requires in an update.
 */
export const nextUpdatedAt = (now: string, updatedAt: string): string =>
  `greatest(${now}, (${updatedAt} at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`
