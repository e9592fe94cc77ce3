import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { waitForDatabase } from './wait-for-database.ts'

const soon = { tries: 5, pause_ms: 1 }
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('retries while nothing responds, and reports it', async () => {
  const said: unknown[] = []
  const answers = [
    refused,
    Object.assign(new Error('starting up'), { code: '57P03' }),
    new Error('timeout exceeded when trying to connect'),
    'here',
  ]
  const ask = async (): Promise<unknown> => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  expect(await waitForDatabase(ask, (error) => said.push(error), soon)).toBe('here')
  expect(said).toHaveLength(3)
})

test('gives up eventually, and immediately if the database responded with an error', async () => {
  let asked = 0
  const ask = (error: Error) => async (): Promise<never> => {
    asked++
    throw error
  }
  await expect(waitForDatabase(ask(refused), () => {}, soon)).rejects.toBe(refused)
  expect(asked).toBe(5)
  const wrong = Object.assign(new Error('password'), { code: '28P01' })
  await expect(waitForDatabase(ask(wrong), () => {}, soon)).rejects.toBe(wrong)
  expect(asked).toBe(6)
})

test('treats a real pool at a port where nothing listens yet as not responding', async () => {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  const pool = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 500 })
  let said = 0
  await expect(
    waitForDatabase(
      () => pool.query('select 1'),
      () => said++,
      soon,
    ),
  ).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  })
  expect(said).toBe(4)
  await pool.end()
})
