/**
 * SQL for the instant from which the same person can become a lead again: `madeAt` plus the campaign's rule (`c` is the
 * campaign's alias). Uses calendar arithmetic in the campaign's time zone: a month after January 31 is the end of February, a
 * year after February 29 is February 28, and a day keeps its local hour across daylight saving. `never` is infinite; `always`
 * ends immediately.
 */
export const windowEnd = (madeAt: string, c: string): string => `
  case ${c}.reidentification
    when 'never' then 'infinity'::timestamptz
    when 'always' then '-infinity'::timestamptz
    else ((${madeAt} at time zone ${c}.time_zone) + ${c}.reidentification::interval) at time zone ${c}.time_zone
  end`
