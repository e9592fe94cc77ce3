import type { Pool } from 'pg'

const oldestVersion = 150_000

interface Server {
  version: string
  number: number
  encoding: string
  name: string
  owner: string
  off: string[]
}

/** A fault of the database's server or of the database itself, in two parts: what is wrong, and what to do. */
export interface ServerFault {
  text: string
  advice: string
}

export async function readServer(pool: Pool): Promise<Server> {
  const { rows } = await pool.query<Server>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       pg_encoding_to_char(encoding) as encoding, datname as name, pg_get_userbyid(datdba) as owner,
       array(select name from pg_settings
         where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off') as off
       from pg_database where datname = current_database()`,
  )
  return rows[0]!
}

export const versionFault = ({ version, number }: Server): ServerFault | null =>
  number >= oldestVersion ? null : { text: `PostgreSQL ${version} is too old`, advice: 'Use version 15 or newer.' }

/** In any other encoding lengths are counted in bytes, letters have no case, and texts are refused. */
export const encodingFault = ({ encoding, name, owner }: Server): ServerFault | null =>
  encoding === 'UTF8'
    ? null
    : {
        text: `the database ${name} is encoded in ${encoding} instead of UTF8`,
        advice: `Create another with «create database "${name}_utf8" owner "${owner}" encoding 'UTF8' locale 'C.UTF-8' template template0», and name it in DATABASE_URL.`,
      }

/** An acknowledged hit must survive a crash (SEC-16). */
export const durabilityFault = ({ off }: Server): ServerFault | null =>
  off.length === 0
    ? null
    : { text: `${off.join(', ')} is off: a crash loses acknowledged writes`, advice: 'Turn it on.' }
