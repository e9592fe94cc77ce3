import {
  purgeCampaignExclusions,
  purgeExclusions,
  purgeRootExclusions,
  undoCampaignExclusions,
  undoCompanyExclusions,
  uploadAgencyExclusions,
  uploadCampaignExclusions,
  uploadClientExclusions,
  uploadRootExclusions,
} from '#contract/exclusions/lists.ts'
import { partOf } from '#contract/core/plain.ts'
import { useAction } from '../../api/hooks.ts'
import type { CallFailure } from '../../api/failure.ts'
import { useT } from '../../i18n/texts.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { listReads, type ListTarget } from './use-list.ts'

/** One call for all levels, so that pages do not depend on the level. */
export interface ListAction<Given> {
  run: (given: Given) => void
  isPending: boolean
  error: CallFailure | null
  reset: () => void
}

const formOf = (fields: Record<string, string | File>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

export function useUpload(target: ListTarget, onDone: (message: string) => void): ListAction<File> {
  const options = { invalidates: listReads, onDone: ({ message }: { message: string }) => onDone(message) }
  const client = useAction(uploadClientExclusions, options)
  const agency = useAction(uploadAgencyExclusions, options)
  const root = useAction(uploadRootExclusions, options)
  const campaign = useAction(uploadCampaignExclusions, options)
  const of = { client, agency, root, campaign }[target.level]
  const run = (file: File): void => {
    if (target.level === 'campaign') {
      const { campaignId } = target
      return campaign.mutate({ params: { campaignId }, form: formOf({ campaignoptoutfile: file }) })
    }
    const { companyId } = target
    if (target.level === 'agency') {
      const company = partOf(uploadAgencyExclusions.form, 'companyId')
      return agency.mutate({ form: formOf({ [company]: companyId, agencyoptoutfile: file }) })
    }
    if (target.level === 'root') return root.mutate({ form: formOf({ companyRootId: companyId, optoutfile: file }) })
    client.mutate({ form: formOf({ ClientCompanyID: companyId, campaigntype: 'client', clientoptoutfile: file }) })
  }
  return { run, isPending: of.isPending, error: of.error, reset: of.reset }
}

export type Purged = { result: 'success' | 'failed'; title: string; msg: string }

export function usePurge(target: ListTarget, onDone: (answer: Purged) => void): ListAction<void> {
  const options = { invalidates: listReads, onDone }
  const company = useAction(purgeExclusions, options)
  const root = useAction(purgeRootExclusions, options)
  const campaign = useAction(purgeCampaignExclusions, options)
  const of = { client: company, agency: company, root, campaign }[target.level]
  const run = (): void => {
    if (target.level === 'campaign') return campaign.mutate({ params: { campaignId: target.campaignId } })
    if (target.level === 'root') return root.mutate({ params: { companyRootId: target.companyId } })
    company.mutate({ params: { id: target.companyId, campaignType: target.level } })
  }
  return { run, isPending: of.isPending, error: of.error, reset: of.reset }
}

export function useUndo(target: ListTarget, onDone: () => void): ListAction<string> {
  const t = useT()
  const options = {
    invalidates: listReads,
    onDone: ({ message }: { message: string }) => {
      notifyDone(t(message))
      onDone()
    },
  }
  const company = useAction(undoCompanyExclusions, options)
  const campaign = useAction(undoCampaignExclusions, options)
  const of = target.level === 'campaign' ? campaign : company
  const run = (change_id: string): void => {
    if (target.level === 'campaign') campaign.mutate({ params: { campaignId: target.campaignId }, body: { change_id } })
    else company.mutate({ params: { companyId: target.companyId }, body: { change_id } })
  }
  return { run, isPending: of.isPending, error: of.error, reset: of.reset }
}
