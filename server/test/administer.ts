import pg from 'pg'
import type { TestServer } from './global-setup.ts'

/** Runs a statement as superuser, outside any test's database, on each server: the only one, or all of a cluster. */
export async function administer({ host, port: first, workers }: TestServer, statement: string): Promise<void> {
  await Promise.all(
    [first, ...workers].map(async (port) => {
      const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres' })
      await client.connect()
      try {
        await client.query(statement)
      } finally {
        await client.end()
      }
    }),
  )
}

/** Copies a database on each server. */
export const copyDatabase = (server: TestServer, name: string, template: string): Promise<void> =>
  administer(server, `create database ${name} template ${template} strategy file_copy owner leadloom_owner`)

export const dropDatabase = (server: TestServer, name: string): Promise<void> =>
  administer(server, `drop database ${name} with (force)`)
