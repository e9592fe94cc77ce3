import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CampaignRow } from '#contract/campaigns/campaign.ts'
import { listCampaigns } from '#contract/campaigns/campaigns.ts'
import { listDrafts } from '#contract/campaigns/ready.ts'
import { copyCampaign, copyParts, type CopyPart } from '#contract/campaigns/copies.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { useAction } from '../../../api/hooks.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useStillHere } from '../../../session/still-here.ts'
import { Dialog } from '../../../shells/dialog.tsx'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'
import { SubmitError } from '../../../shells/failure-note.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { whenServerBusy } from '../../../shells/throw-server-busy.ts'
import { campaignPath } from '../../../paths/campaigns.ts'
import { usePlaceOf } from '../use-place.ts'

const partNames: Readonly<Record<CopyPart, Text>> = {
  source: msg('Where its leads come from'),
  places: msg('Locations'),
  people: msg('People and audiences'),
  days: msg('Days and time zone'),
  limit: msg('Limit and spend cap'),
  price: msg('Price per lead'),
  reports: msg('Report recipients'),
  notices: msg('Notifications to the agency'),
  link: msg('Marketing organization'),
  answers: msg('Answers'),
  destinations: msg('Where its leads are sent'),
  exclusions: msg('Exclusion List'),
}

/** Parts that only the agency sets; not offered to a client. */
const ofAgency: readonly CopyPart[] = ['price', 'notices']

/** Asks which parts to copy, creates the copy and opens it. */
export function CopyDialog({ campaign, onClose }: { campaign: CampaignRow; onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const module = usePlaceOf()(campaign)
  const navigate = useNavigate()
  const isHere = useStillHere()
  const choices = copyParts.filter((part) => me.side !== 'client' || !ofAgency.includes(part))
  const [name, setName] = useState(() => t('Copy of {name}', { name: campaign.campaignName }).slice(0, 255))
  const [parts, setParts] = useState<readonly CopyPart[]>(choices)
  const copy = useAction(copyCampaign, {
    invalidates: [listCampaigns, listDrafts, listCompanies, getCompany],
    onDone: ({ data }) => {
      notifyDone(t('Campaign copied'))
      onClose()
      if (isHere()) void navigate({ to: campaignPath(module, data.campaignId) })
    },
  })
  // The dialog has to show the error, if there is one.
  const close = (): void => {
    if (!copy.isPending) onClose()
  }
  const send = (): void =>
    copy.mutate({ body: { campaignId: campaign.campaignId, campaignName: name.trim(), parts: [...parts] } })
  return (
    <Dialog opened onClose={close} title={t('Copy campaign')} size="sm">
      <Stack gap="md">
        <TextInput
          label={t('Campaign name')}
          value={name}
          maxLength={255}
          onChange={({ currentTarget: { value } }) => setName(value)}
          data-autofocus
        />
        <Checkbox.Group
          label={t('What to copy')}
          description={t('Everything else starts as in a new campaign. The copy is a draft.')}
          value={[...parts]}
          onChange={(next) => setParts(choices.filter((part) => next.includes(part)))}
        >
          <Stack gap="xs" mt="xs">
            {choices.map((part) => (
              <Checkbox key={part} value={part} label={t(partNames[part])} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
      <DialogFooter>
        <SubmitError failure={copy.error && whenServerBusy(copy.error)} />
        <Button variant="default" onClick={close} disabled={copy.isPending}>
          {t('Cancel')}
        </Button>
        <Button onClick={send} disabled={name.trim() === ''} loading={copy.isPending}>
          {t('Copy campaign')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
