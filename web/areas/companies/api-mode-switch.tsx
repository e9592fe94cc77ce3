import { Switch } from '@mantine/core'
import { useState } from 'react'
import { readAgreement } from '#contract/agreements/acceptances.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import type { ChoicesProps } from './choices-props.ts'

/** Developer mode: each change is confirmed, with its cost and effects (R123). Takes effect when the form is saved. */
export function ApiModeSwitch({ server: { form } }: ChoicesProps) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const isOn = form.values.apiMode
  return (
    <div data-wide>
      <Switch
        label={t('Developer mode')}
        description={t('The developer API appears in the agency’s menu once it accepts the agreement.')}
        checked={isOn}
        onChange={() => setAsking(true)}
      />
      {isAsking && (
        <ConfirmMode
          turnsOn={!isOn}
          onConfirm={() => {
            form.setFieldValue('apiMode', !isOn)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

type ConfirmModeProps = { turnsOn: boolean; onConfirm: () => void; onClose: () => void }

function ConfirmMode({ turnsOn, onConfirm, onClose }: ConfirmModeProps) {
  const t = useT()
  const me = useMe()
  const format = useFormat()
  const terms = useCall(readAgreement, { query: { company_id: me.companyId } })
  // Show no amount until the fee is known; a zero would be misleading.
  const fee = terms.data ? format.money(Math.round(terms.data.data.first_time_charge * 100)) : '…'
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={turnsOn ? t('Turn on developer mode?') : t('Turn off developer mode?')}
      confirmLabel={turnsOn ? t('Turn on') : t('Turn off')}
      danger={!turnsOn}
      ready={!terms.isPending}
      submitting={false}
      submitError={terms.error}
      onConfirm={onConfirm}
    >
      <p>
        {turnsOn
          ? t('A one-time fee of {fee} applies once the agency has accepted the developer agreement.', {
              fee: isolate(fee),
            })
          : t(
              'This resets the feature: its keys and agreement become invalid, and the one-time fee of {fee} is charged again when it is turned back on.',
              { fee: isolate(fee) },
            )}
      </p>
      <p>{t('Takes effect when you save.')}</p>
    </ConfirmDialog>
  )
}
