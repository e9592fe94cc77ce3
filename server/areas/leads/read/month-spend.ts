/**
 * SQL for the cost of a month's leads, credited or not, without test leads: from kept hourly sums, plus the leads before the
 * first full hour in zones whose months begin within an hour. `scope` is a row with `level`, `of_id`, `month` and
 * `time_zone`; $1 is the agency.
 */
export function monthSpend(scope: string): string {
  const from = `${scope}.month::timestamp at time zone ${scope}.time_zone`
  const firstHour = `date_trunc('hour', (${from}) + interval '59 minutes 59.999999 seconds', 'UTC')`
  return `(
    coalesce((select sum(case ${scope}.level when 'agency' then n.wholesale_e4 else n.retail_e4 end) from lead_count n
      where n.agency_id = $1 and n.of_id = ${scope}.of_id and n.grain = 'hour' and n.start_at >= ${firstHour}), 0)
    + coalesce((select sum(case ${scope}.level when 'agency' then l.wholesale_price_e4 else l.retail_price_e4 end) from lead l
      where l.agency_id = $1 and l.kind = 'lead' and l.created_at >= ${from} and l.created_at < ${firstHour}
        and case ${scope}.level when 'agency' then true when 'client' then l.client_id = ${scope}.of_id
            else l.campaign_id = ${scope}.of_id end), 0))::bigint`
}
