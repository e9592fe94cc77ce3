import type { Module } from '#contract/campaigns/modules.ts'
import type { Language } from '#contract/core/language.ts'
import type { ReportFormat, ReportKind } from '#contract/reports/table-names.ts'
import type { Rule } from './slots.ts'

/** A stored schedule. */
export interface StoredSchedule extends Rule {
  id: string
  kind: ReportKind
  of_client_id: string | null
  module: Module | null
  with_costs: boolean
  format: ReportFormat
  language: Language
  recipients: string[]
  next_at: Date | null
  /** The zone in which its next time was computed; null in rows written before this was stored. */
  time_zone: string | null
}

export const scheduleColumns = `schedule.id, schedule.kind, schedule.of_client_id, schedule.module, schedule.with_costs,
  schedule.days, schedule.format, schedule.language, schedule.every, schedule.weekday, schedule.monthday, schedule.hour,
  schedule.recipients, schedule.next_at, schedule.time_zone`
