import { useQueryClient } from '@tanstack/react-query'
import { getCampaignResource, listOrganizations, saveOrganization } from '#contract/audiences/organizations.ts'
import type { Organization } from '#contract/audiences/organizations.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { useAction } from '../../api/hooks.ts'
import { asFailure, CallFailure } from '../../api/failure.ts'
import { useT, type Translate } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm, type ServerForm } from '../../shells/server-form.ts'

/** An external campaign as a line of the form; `key` identifies a new line that has no id yet. */
export type ExternalValues = { key: number; id: string; name: string; externalId: string }
export type OrganizationValues = { clientId: string; name: string; externalId: string; campaigns: ExternalValues[] }

let lines = 0
export const emptyExternal = (): ExternalValues => ({ key: lines++, id: '', name: '', externalId: '' })

const valuesOf = (organization: Organization | null, clientId: string): OrganizationValues => ({
  clientId: organization?.companyId ?? clientId,
  name: organization?.organizationName ?? '',
  externalId: organization?.externalId ?? '',
  campaigns: (organization?.campaigns ?? []).map((one) => ({
    key: lines++,
    id: one.externalCampaignId,
    name: one.campaignName,
    externalId: one.externalId,
  })),
})

const problemsOf = (t: Translate) => ({
  clientId: (id: string) => (id === '' ? t('Choose a client.') : null),
  name: (name: string) => (name.trim() === '' ? t('Enter a name.') : null),
  campaigns: { name: (name: string) => (name.trim() === '' ? t('Enter a name.') : null) },
})

/** The form calls a line's `campaignName` `name`. */
function inForm(error: unknown): CallFailure {
  const failure = asFailure(error)
  const entries = Object.entries(failure.fields).map(
    ([field, message]) => [field.replace(/\.campaignName$/, '.name'), message] as const,
  )
  return Object.assign(failure, { fields: Object.fromEntries(entries) })
}

/** Binds the form to C109. Invalidates the lists and the campaigns that show the changed names. */
export function useOrganizationForm(
  organization: Organization | null,
  onClose: () => void,
): ServerForm<OrganizationValues> {
  const t = useT()
  const me = useMe()
  const client = useQueryClient()
  const save = useAction(saveOrganization, { invalidates: [listOrganizations, getCampaignResource, getCampaign] })
  return useServerForm<OrganizationValues, { message: string }>({
    initialValues: valuesOf(organization, me.side === 'client' ? me.companyId : ''),
    validate: problemsOf(t),
    fieldNames: { companyId: 'clientId', organizationName: 'name' },
    conflict: { onReload: () => void client.invalidateQueries({ queryKey: [listOrganizations.name] }).then(onClose) },
    send: (values, overwriting) =>
      save
        .mutateAsync({
          body: {
            companyId: values.clientId,
            organizationId: organization?.organizationId ?? '',
            organizationName: values.name.trim(),
            externalId: values.externalId.trim(),
            campaigns: values.campaigns.map((one) => ({
              externalCampaignId: one.id,
              campaignName: one.name.trim(),
              externalId: one.externalId.trim(),
            })),
            ...(organization && { updated_at: String(overwriting ?? organization.updated_at) }),
          },
        })
        .catch((error: unknown) => {
          throw inForm(error)
        }),
    onDone: notifyAndClose(onClose),
  })
}
