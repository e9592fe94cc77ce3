import type { Pool } from 'pg'

interface ZipRow {
  zip: string
  city: string
  state: string
  latitude: number
  longitude: number
  country: string
}

/** Names that the package lacks: territories, freely associated states and military mail. */
const elsewhere = {
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
  AS: 'American Samoa',
  FM: 'Micronesia',
  GU: 'Guam',
  MH: 'Marshall Islands',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  PW: 'Palau',
  VI: 'Virgin Islands',
}

/**
 * Fills the tables of US ZIP codes and states once, from the `zipcodes` package (only its US rows; the source of the
 * others is unclear). Loading the package takes 0.3 s and 5 MB, so it isn't used at run time.
 */
export async function loadUsZips(ownerPool: Pool): Promise<void> {
  // States come last: without them an earlier load was broken off.
  const { rowCount } = await ownerPool.query('select 1 from us_state limit 1')
  if (rowCount) return
  const { default: zipcodes } = (await import('zipcodes')) as unknown as {
    default: { codes: Record<string, ZipRow>; states: { abbr: Record<string, string> } }
  }
  const rows = Object.values(zipcodes.codes).filter((row) => row.country === 'US' && /^[0-9]{5}$/.test(row.zip))
  const column = <Value>(read: (row: ZipRow) => Value): Value[] => rows.map(read)
  await ownerPool.query(
    `insert into us_zip (zip, city, state, latitude, longitude)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::real[], $5::real[])
     on conflict do nothing`,
    [
      column((r) => r.zip),
      column((r) => r.city),
      column((r) => r.state),
      column((r) => r.latitude),
      column((r) => r.longitude),
    ],
  )
  await ownerPool.query(
    `insert into us_state (code, name)
     select codes.state, coalesce(replace(initcap(given.name), ' Of ', ' of '), codes.state)
     from (select distinct state from us_zip) codes
     left join unnest($1::text[], $2::text[]) as given (code, name) on given.code = codes.state
     on conflict do nothing`,
    [
      [...Object.keys(zipcodes.states.abbr), ...Object.keys(elsewhere)],
      [...Object.values(zipcodes.states.abbr), ...Object.values(elsewhere)],
    ],
  )
}
