import { inScope } from '#server/platform/database/scope.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { addJobs } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'

interface MailJob {
  /** The job's own name and queue, for enqueuing it again. */
  name: string
  queue: string
  /** Its payload; `only` names the single recipient. */
  task: { rootId: string; only?: string | undefined }
}

/**
 * Mails several people separately, each once. A recipient whose mail fails for a temporary reason gets a job of their own: one
 * server that defers mail must neither delay later recipients, nor cause earlier ones to be mailed again. `send` returns
 * whether nothing is left to retry.
 */
export async function mailEach<To extends { email: string }>(
  platform: Platform,
  { name, queue, task }: MailJob,
  receivers: readonly To[],
  send: (to: To, index: number) => Promise<boolean>,
): Promise<void> {
  const unsentKeys: string[] = []
  for (const [index, to] of receivers.entries()) {
    const key = uuidOf(['receiver', to.email])
    if (task.only !== undefined && task.only !== key) continue
    if (!(await send(to, index))) unsentKeys.push(key)
  }
  if (unsentKeys.length === 0) return
  if (task.only !== undefined) throw new Error(`${name}: an email could not be sent`)
  const payloads = unsentKeys.map((only) => ({ ...task, only }))
  await inScope(platform.appPool, { kind: 'root', rootId: task.rootId }, (tx) => addJobs(tx, name, payloads, { queue }))
}
