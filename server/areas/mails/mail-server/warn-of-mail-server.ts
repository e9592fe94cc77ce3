import { z } from 'zod'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import { isSettled } from '#server/platform/mail.ts'
import { readCompanyReceivers } from '#server/areas/tenants/read-addresses.ts'
import { warnJobName } from './record-health.ts'
import { failsContent } from './mail-texts.ts'
import { composeFor } from '../compose-for.ts'
import { mailEach } from '../mail-each.ts'
import { failuresUntilFailing, readMailServer } from './mail-servers.ts'
import { mailQueueOf } from '../mail-queue.ts'
import { sendAs } from '../send-as.ts'

const payload = z.object({ rootId: z.uuid(), companyId: z.uuid(), only: z.uuid().optional() })

/** Notifies each owner that the company's mail server fails, through the fallback, since that server cannot send. */
export const warnOfMailServerJob: Job = {
  name: warnJobName,
  mails: true,
  async run(platform, input) {
    const task = payload.parse(input)
    const { rootId, companyId } = task
    const facts = await inScope(
      platform.appPool,
      { kind: 'root', rootId },
      async (tx) => ({
        server: await readMailServer(tx, companyId),
        owners: await readCompanyReceivers(tx, companyId),
      }),
      { readOnly: true },
    )
    const { server, owners } = facts
    const problem = server?.problem
    if (!problem || server.failures < failuresUntilFailing) return
    const owner = { rootId, agencyId: companyId === rootId ? null : companyId }
    const job = { name: warnJobName, queue: mailQueueOf(owner), task }
    await mailEach(platform, job, owners, async ({ email, language }, index) => {
      const letter = await composeFor(platform, { ...owner, email, language }, 'problems', (say) =>
        failsContent(say, server.host, problem),
      )
      if (!letter) return true
      const id = `${companyId}.${server.failingSince?.getTime() ?? 0}.${index}`
      const message = { ...letter, to: [email], id }
      return isSettled(await sendAs(platform, owner, message))
    })
  },
}
