import { listDeadJobs, purgeJob, readMachine, retryJob } from '#contract/machine/machine.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleListDeadJobs, handlePurgeJob, handleRetryJob } from './dead-jobs.ts'
import { handleReadMachine } from './read-machine.ts'

export const routes: Route[] = [
  bind(readMachine, handleReadMachine),
  bind(listDeadJobs, handleListDeadJobs),
  bind(retryJob, handleRetryJob),
  bind(purgeJob, handlePurgeJob),
]
