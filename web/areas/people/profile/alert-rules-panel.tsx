import { Button, Checkbox, Group, NumberInput, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import {
  alertRules,
  readAlertRules,
  saveAlertRule,
  thresholdOf,
  type ChannelKind,
} from '#contract/alerts/alert-rules.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { nameOfKind } from '#contract/integrations/services.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { notify } from '../../../shells/notify.tsx'
import { Card } from '../../../ui/card.tsx'

type Answer = AnswerOf<typeof readAlertRules>['data']

/** What the user's company is alerted of, and where. */
export function AlertRulesPanel() {
  const t = useT()
  const { data, error, refetch } = useCall(readAlertRules, {})
  return (
    <Card>
      {error && !data && <FailureNote failure={error} onRetry={refetch} />}
      {!error && !data && <Skeleton height={320} radius="lg" />}
      {data && (
        <Stack gap="xl">
          <Text c="dimmed" size="sm">
            {t(
              'What your company is alerted of. Each alert is sent once and ends by itself. Emails go to the people who get notices, as they chose under Emails.',
            )}{' '}
            {data.data.channels.length === 0 &&
              t('Connect Slack or Microsoft Teams under Integrations to post alerts to a channel.')}
          </Text>
          {data.data.rules.map((rule) => (
            <RuleForm key={JSON.stringify(rule)} rule={rule} channels={data.data.channels} />
          ))}
        </Stack>
      )}
    </Card>
  )
}

const thresholdLabels = { hours: msg('After hours'), days: msg('After days'), percent: msg('From percent') }

function RuleForm({ rule, channels }: { rule: Answer['rules'][number]; channels: Answer['channels'] }) {
  const t = useT()
  const { label, about } = alertRules[rule.kind]
  const limits = thresholdOf(rule.kind)
  const [isOn, setOn] = useState(rule.is_on)
  const [threshold, setThreshold] = useState<number | string>(rule.threshold ?? '')
  const [postsTo, setPostsTo] = useState<string[]>(rule.posts_to)
  const save = useAction(saveAlertRule, {
    invalidates: [readAlertRules],
    onDone: ({ message }) => notify('success', t(message)),
  })
  const number = Number(threshold)
  const isValid = !limits || (Number.isInteger(number) && number >= limits.min && number <= limits.max)
  const isChanged =
    isOn !== rule.is_on ||
    (isOn &&
      ((limits !== undefined && number !== rule.threshold) ||
        postsTo.toSorted().join() !== rule.posts_to.toSorted().join()))
  const submit = (): void =>
    save.mutate(
      {
        body: {
          kind: rule.kind,
          is_on: isOn,
          threshold: limits ? number : null,
          posts_to: postsTo as ChannelKind[],
        },
      },
      { onError: ({ message }) => notify('warning', message) },
    )
  return (
    <Stack gap="sm">
      <Switch
        label={t(label)}
        description={t(about)}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <Group align="end" gap="md">
        {isOn && limits && (
          <NumberInput
            label={t(thresholdLabels[limits.unit])}
            min={limits.min}
            max={limits.max}
            allowDecimal={false}
            allowNegative={false}
            error={isValid ? null : t('This is out of the range of the alert.')}
            value={threshold}
            onChange={setThreshold}
          />
        )}
        {isOn && channels.length > 0 && (
          <Checkbox.Group label={t('Also post to')} value={postsTo} onChange={setPostsTo}>
            <Group gap="md" mih={36}>
              {channels.map(({ integration_slug: slug, account }) => (
                <Checkbox key={slug} value={slug} label={t(nameOfKind(slug))} description={account} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        {isChanged && (
          <Button
            variant="default"
            aria-label={t('Save alert: {name}', { name: t(label) })}
            loading={save.isPending}
            disabled={!isValid}
            onClick={submit}
          >
            {t('Save')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
