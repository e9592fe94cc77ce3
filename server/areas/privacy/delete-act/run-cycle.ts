import type { ClientBase } from 'pg'
import {
  countAmended,
  deletionLists,
  finishCycle,
  readAmendments,
  readLastCycle,
  removeListed,
  startCycle,
  type DeletionCycle,
} from '#server/areas/identity/deletions/deletion-lists.ts'
import { matchLists, startLists, takeRows, writeAnswers } from '#server/areas/identity/deletions/match-lists.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { newId } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { finishMatches } from './finish-matches.ts'
import { listOf, readRemoved, rowsOf } from './list-files.ts'
import { amend, download, PlatformRefused, upload } from './platform-client.ts'

/** The law gives 45 days (Civ. 1798.99.86(c)); two weeks are left for whatever fails. */
const cycle_ms = 31 * 24 * 3_600_000

/**
 * California's Delete Act: downloads who must be deleted, deletes them and whoever of earlier lists came back, and answers every row. A
 * run that was interrupted goes on where it stopped; one that failed is tried again within the hour.
 */
export const deleteActJob: Job = {
  name: 'delete-act',
  everyMinutes: 60,
  async run(platform) {
    const { DELETE_ACT_KEY: key, DELETE_ACT_URL: url } = platform.config
    if (key === undefined) return
    const last = await readLastCycle(platform.identityPool)
    if (last !== null && last.finishedAt === null) return finish(platform, { key, url }, last, true)
    if (last !== null && platform.clock.now() < last.startedAt.getTime() + cycle_ms) return
    const cycle = await begin(platform, { key, url })
    if (cycle) await finish(platform, { key, url }, cycle, false)
  },
}

interface Account {
  url: string
  key: string
}

/** Downloads and stores the lists, and decides their rows, all in one transaction; null if they are not ready yet. */
async function begin(platform: Platform, account: Account): Promise<DeletionCycle | null> {
  const batch = await download(platform.config, account)
  if (batch.state === 'later') return null
  const files = batch.state === 'ready' ? batch.files : new Map<string, Buffer>()
  const now_ms = platform.clock.now()
  const names = [...files.keys()].filter((name) => listOf(name) !== null && listOf(name) !== 'Removed')
  const cycle = { id: newId(now_ms), startedAt: dateOf(now_ms), files: names, finishedAt: null }
  await inTransaction(platform.identityPool, async (client) => {
    await startCycle(client, cycle.id, names, cycle.startedAt)
    await startLists(client)
    for (const [name, bytes] of files) await store(client, cycle, name, bytes)
    await matchLists(client, cycle.id, cycle.startedAt)
  })
  return cycle
}

async function store(client: ClientBase, { id }: DeletionCycle, name: string, bytes: Buffer): Promise<void> {
  const list = listOf(name)
  if (list === null) return
  if (list === 'Removed') return removeListed(client, id, readRemoved(name, bytes))
  await takeRows(client, list, rowsOf(name, bytes))
}

/** Deletes who was found, batch by batch, and answers. */
async function finish(platform: Platform, account: Account, cycle: DeletionCycle, isRepeated: boolean): Promise<void> {
  const { identityPool, clock } = platform
  await finishMatches(platform)
  const answers = new Map<string, Buffer>()
  for (const name of cycle.files) {
    const list = deletionLists.find((one) => one === listOf(name))
    if (list) answers.set(name, await writeAnswers(identityPool, cycle.id, list))
  }
  if (answers.size > 0) await upload(platform.config, account, answers, isRepeated)
  await amendEarlier(platform, account, cycle)
  await finishCycle(identityPool, cycle.id, clock.now())
}

/**
 * Corrects “not found” of earlier cycles for who was found since. How long the platform takes amendments is not published: one that it
 * refuses ends nothing, because the person is deleted all the same.
 */
async function amendEarlier(platform: Platform, account: Account, cycle: DeletionCycle): Promise<void> {
  const files = new Map<string, string[]>()
  for (const { files: names, list, id, status } of await readAmendments(platform.identityPool, cycle.id)) {
    const name = names.find((one) => listOf(one) === list)
    if (name !== undefined) files.set(name, [...(files.get(name) ?? []), `${id},${status}`])
  }
  if (files.size === 0) return
  const texts = [...files].map(([name, lines]) => [name, Buffer.from(`Id,Status\n${lines.join('\n')}\n`)] as const)
  try {
    await amend(platform.config, account, new Map(texts))
  } catch (error) {
    if (!(error instanceof PlatformRefused)) throw error
    platform.log.warn({ error: error.message }, 'the deletion platform refused amendments')
    return
  }
  await countAmended(
    platform.identityPool,
    cycle.id,
    [...files.values()].reduce((sum, lines) => sum + lines.length, 0),
  )
}
