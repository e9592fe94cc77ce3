import { z } from 'zod'
import type { Cause } from '#contract/integrations/causes.ts'
import { newToken } from '#server/platform/ids.ts'
import { readJson } from '../read-status.ts'
import { ServiceFailed, type Session, type Target } from '../service.ts'

const job = z.object({
  status: z.enum(['pending', 'completed', 'errored', 'failed']),
  results: z.object({ errored_count: z.number().optional() }).optional(),
})
type Job = z.output<typeof job>

/** An import that SendGrid accepted and that may still be pending. */
const importKey = 'import '
/** An upsert that SendGrid may have accepted, although we got no job id. */
const unheardKey = 'unheard '
const unheard = z.object({ at_ms: z.number(), leads: z.array(z.string()) })
/** A longer import is given up on. */
const longestImport_ms = 72 * 3_600_000
/** Bounds the state if SendGrid is slow for a day: the oldest imports are most likely done. */
const maxImports = 100
const importPause_ms = 60_000

interface Import {
  key: string
  /** The job's id; null if we got none. */
  id: string | null
  at_ms: number
  /** The leads of an import without a job id. */
  leads: readonly string[]
}

/** Stored upserts that were not known to be done, oldest first. */
const importsIn = ({ state }: Pick<Target, 'state'>): Import[] =>
  Object.entries(state)
    .flatMap(([key, value]): Import[] => {
      if (key.startsWith(importKey) && typeof value === 'number')
        return [{ key, id: key.slice(importKey.length), at_ms: value, leads: [] }]
      const importState = key.startsWith(unheardKey) ? unheard.safeParse(value).data : undefined
      return importState ? [{ key, id: null, ...importState }] : []
    })
    .toSorted((one, other) => one.at_ms - other.at_ms)

/** Causes that prove nothing was accepted. Any other failure may have come after SendGrid accepted the upsert. */
const refusals: ReadonlySet<Cause | null> = new Set<Cause>([
  ...(['rejected', 'token_expired', 'no_permission', 'list_deleted', 'quota', 'schema_changed'] as const),
  ...(['too_many', 'slow_down', 'redirect', 'refused_address', 'dns', 'tls'] as const),
])

/**
 * Makes an upsert and stores it first, so that removing a person later takes it into account even if the process dies
 * before it gets the job id. `follow` returns whether the job may still be pending.
 */
export async function importContacts<T>(
  session: Session,
  target: Target,
  leads: readonly string[],
  {
    put,
    follow,
  }: { put: () => Promise<string>; follow: (jobId: string) => Promise<{ answer: T; isPending: boolean }> },
): Promise<T> {
  const key = `${unheardKey}${newToken()}`
  const now_ms = session.now_ms()
  const before = importsIn(target)
  const over = before.filter(({ at_ms }, n) => now_ms - at_ms > longestImport_ms || n < before.length + 1 - maxImports)
  await target.saveState({ ...Object.fromEntries(over.map((one) => [one.key, null])), [key]: { at_ms: now_ms, leads } })
  const jobId = await put().catch(async (error: unknown) => {
    if (error instanceof ServiceFailed && refusals.has(error.answer.cause)) await target.saveState({ [key]: null })
    throw error
  })
  const { answer, isPending } = await follow(jobId)
  await target.saveState({ [key]: null, ...(isPending && { [`${importKey}${jobId}`]: session.now_ms() }) })
  return answer
}

/** Postpones removing a person while an import is pending, because the import would add the person again. */
export async function assertImported(session: Session, target: Target): Promise<void> {
  for (const { key, id, at_ms } of importsIn(target)) {
    const isOld = session.now_ms() - at_ms > longestImport_ms
    if (id === null && !isOld) continue
    if (id !== null && !isOld && (await readImportJob(session, id))?.status === 'pending')
      throw new ServiceFailed({ delivered: false, cause: 'accepted', postponed_ms: importPause_ms })
    await target.saveState({ [key]: null })
  }
}

/** Whether an import without a job id may still add a lead's person, who then has to be removed again. */
export const mayStillCome = (session: Session, target: Target, leadId: string): boolean =>
  importsIn(target).some(
    ({ id, at_ms, leads }) => id === null && session.now_ms() - at_ms <= longestImport_ms && leads.includes(leadId),
  )

/** Null if SendGrid no longer knows the job. */
export async function readImportJob(session: Session, id: string): Promise<Job | null> {
  const url = `${session.config.SENDGRID_URL}/marketing/contacts/imports/${encodeURIComponent(id)}`
  const answer = await session.request({ method: 'GET', url }, [404])
  return answer.status === 404 ? null : readJson(job, answer)
}
