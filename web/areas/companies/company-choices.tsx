import { Checkbox, Group, Switch } from '@mantine/core'
import { isSales } from '#contract/guards/access-context.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { TwoFactorDemand } from '../sign-in/second-factor/two-factor-demand.tsx'
import type { ChoicesProps } from './choices-props.ts'
import { ApiModeSwitch } from './api-mode-switch.tsx'
import { termTexts, type CompanyKind } from './company-form.ts'
import { inOrder } from './in-order.ts'
import { ModuleChoice } from './module-choice.tsx'

/** The products, terms and settings a company gets, out of those it can be offered. */
export function CompanyChoices({ kind, ...props }: ChoicesProps & { kind: CompanyKind }) {
  const t = useT()
  const me = useMe()
  const { form } = props.server
  const isOperator = me.kind === 'rootSystem' || me.kind === 'rootAdmin'
  return (
    <>
      <ModuleChoice {...props} />
      <Checkbox.Group
        data-wide
        label={t('Payment terms')}
        withAsterisk
        {...form.getInputProps('terms')}
        onChange={(next) => form.setFieldValue('terms', inOrder(form.getInitialValues().terms, next as PaymentTerm[]))}
      >
        <Group mt={6}>
          {props.choices.terms.map((term) => (
            <Checkbox key={term} value={term} label={t(termTexts[term])} />
          ))}
        </Group>
      </Checkbox.Group>
      {/* Sales staff do not get the notification and security settings, and cannot read them. */}
      {!isSales(me.access) && (
        <>
          <Switch
            label={t('Email notifications')}
            description={t('About anything that needs action. Emails about the account itself are always sent.')}
            {...form.getInputProps('getsNotices', { type: 'checkbox' })}
          />
          <TwoFactorDemand input={form.getInputProps('twoFactorAuth', { type: 'checkbox' })} />
        </>
      )}
      {kind === 'client' && (
        <Switch
          label={t('Allow the client to manage campaigns')}
          {...form.getInputProps('mayManageCampaigns', { type: 'checkbox' })}
        />
      )}
      {kind === 'client' && (
        <Switch
          label={t('Phone numbers of leads')}
          description={t('When off, the client and its destinations get leads without phone numbers.')}
          {...form.getInputProps('showsPhone', { type: 'checkbox' })}
        />
      )}
      {kind === 'client' && (
        <Switch
          label={t('Editing of shared sheets')}
          description={t('When off, report recipients can only read the sheets of the client’s campaigns.')}
          {...form.getInputProps('editsSheets', { type: 'checkbox' })}
        />
      )}
      {kind === 'agency' && me.kind === 'rootSystem' && (
        <div data-wide>
          <Switch
            label={t('White-label branding')}
            description={t('When off, its sidebar and text use your colors.')}
            {...form.getInputProps('whiteLabel', { type: 'checkbox' })}
          />
        </div>
      )}
      {/* R153: the operator's alone. */}
      {kind === 'agency' && isOperator && <ApiModeSwitch {...props} />}
    </>
  )
}
