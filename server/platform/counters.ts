import { Counter, Registry } from 'prom-client'

/** What this process has done since its start. Labels are closed lists: no tenant, no address, no path. */
export const counters = new Registry()

export const hitCounter = new Counter({
  name: 'leadloom_hits_total',
  help: 'Requests of pixels by outcome: stored, only counted (by privacy signal or excluded place), refused (by error code)',
  labelNames: ['outcome', 'cause'],
  registers: [counters],
})

export const visitCounter = new Counter({
  name: 'leadloom_visits_resolved_total',
  help: 'Visits that this process resolved',
  registers: [counters],
})

export const leadCounter = new Counter({
  name: 'leadloom_leads_total',
  help: 'Leads that this process made of visits',
  registers: [counters],
})

export const jobCounter = new Counter({
  name: 'leadloom_job_runs_total',
  help: 'Runs of background jobs by task and outcome: done, error (runs again), failed (for good)',
  labelNames: ['task', 'outcome'],
  registers: [counters],
})
