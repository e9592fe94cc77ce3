/**
 * SQL for the instant from which a campaign may make a lead of the same person again: `madeAt` plus the campaign's rule
 * (`c` is the campaign's alias). Counted on the wall clock of the campaign's time zone, by calendar: a month after 31
 * January is the end of February, a year after 29 February is 28 February, and a day keeps its hour across daylight
 * saving. `never` is infinite, `always` is over at once.
 */
export const windowEnd = (madeAt: string, c: string): string => `
  case ${c}.reidentification
    when 'never' then 'infinity'::timestamptz
    when 'always' then '-infinity'::timestamptz
    else ((${madeAt} at time zone ${c}.time_zone) + ${c}.reidentification::interval) at time zone ${c}.time_zone
  end`
