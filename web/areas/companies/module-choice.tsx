import { Checkbox, Group } from '@mantine/core'
import { useState } from 'react'
import { checkCampaignActive } from '#contract/campaigns/campaigns.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { asFailure } from '../../api/failure.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'
import { Dialog } from '../../shells/dialog.tsx'
import { notifyFailed } from '../../shells/notify.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './companies.module.css'
import type { ChoicesProps } from './choices-props.ts'
import { inOrder } from './in-order.ts'
import { ModuleName } from './module-name.tsx'
import { throwServerBusy } from '../../shells/throw-server-busy.ts'

type Active = AnswerOf<typeof checkCampaignActive>['data']

/** Which products a company may use. A product with active campaigns cannot be removed (R230). */
export function ModuleChoice({ server: { form }, companyId, choices }: ChoicesProps) {
  const t = useT()
  const check = useAction(checkCampaignActive, { invalidates: [] })
  const [blockers, setBlockers] = useState<Active>([])
  const had = form.getInitialValues().modules
  const change = async (next: Module[]): Promise<void> => {
    const module = form.values.modules.find((module) => !next.includes(module))
    form.setFieldValue('modules', inOrder(had, next))
    if (!module || companyId === null || !had.includes(module)) return
    const restore = (): void => form.setFieldValue('modules', (now) => inOrder(had, [...now, module]))
    try {
      const body = { companyId, module }
      const { data } = await check.mutateAsync({ body }).catch(throwServerBusy)
      if (data.length === 0) return
      restore()
      setBlockers(data)
    } catch (error) {
      const failure = asFailure(error)
      // Users without access to campaigns get this error when they save.
      if (failure.status === 403) return
      restore()
      notifyFailed(failure.message)
    }
  }
  return (
    <>
      <Checkbox.Group
        data-wide
        label={t('Products')}
        {...form.getInputProps('modules')}
        onChange={(next) => void change(next as Module[])}
      >
        <Group mt={6}>
          {choices.modules.map((module) => (
            <Checkbox key={module} value={module} disabled={check.isPending} label={<ModuleName module={module} />} />
          ))}
        </Group>
      </Checkbox.Group>
      {blockers.length > 0 && <BlockedDialog active={blockers} onClose={() => setBlockers([])} />}
    </>
  )
}

/** S095: names the campaigns that must be stopped first. */
function BlockedDialog({ active, onClose }: { active: Active; onClose: () => void }) {
  const t = useT()
  const ids = active.map(({ campaignId }) => campaignId).join(', ')
  return (
    <Dialog opened onClose={onClose} title={brand().modules[active[0]!.module].name} size="md">
      <p role="alert" className={styles.blocked}>
        {t('This product still has active campaigns: {ids}. Please stop them manually first.', { ids: isolate(ids) })}
      </p>
      <ul>
        {active.map(({ campaignId, campaignName }) => (
          <li key={campaignId}>
            <Bdi>{campaignName}</Bdi>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
