import { Button, Select, TagsInput, TextInput } from '@mantine/core'
import { longestQuestion, maxChoices, maxQuestions } from '#contract/campaigns/questions.ts'
import { moduleNames, modules } from '#contract/campaigns/modules.ts'
import type { SettingNamed } from '#contract/settings/settings.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSetting, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

export function QuestionsSection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, 'campaignquestions')
  return (
    <Loaded of={storedSetting}>
      {(setting) => <QuestionsForm company={company} storedSetting={storedSetting} questions={setting.questions} />}
    </Loaded>
  )
}

type Questions = SettingNamed<'campaignquestions'>['questions']
type QuestionsFormProps = {
  company: SettingsTarget
  storedSetting: StoredSetting<'campaignquestions'>
  questions: Questions
}

/** The agency's questions for new campaigns. Deleting a question keeps the answers already given. */
function QuestionsForm({ company, storedSetting, questions }: QuestionsFormProps) {
  const t = useT()
  const server = useSettingForm(company, storedSetting, {
    initialValues: { questions },
    labels: { questions: msg('Campaign questions') },
    validate: (values) =>
      Object.fromEntries(
        values.questions.flatMap(({ question }, at) =>
          question.trim() === '' ? [[`questions.${at}.question`, t('Enter a question.')]] : [],
        ),
      ),
    bodyOf: (values) => ({ settingName: 'campaignquestions', ...values }),
    isInThePage: false,
    // Reload, because the server assigns the ids of new questions.
    onSaved: storedSetting.reload,
  })
  const { form } = server
  return (
    <SettingForm
      title={t('Campaign questions')}
      about={t(
        'Asked during setup of every client campaign and shown with it. Answers stay when a question is removed.',
      )}
      server={server}
    >
      {form.values.questions.map((question, at) => (
        <div
          key={question.id || `new-${at}`}
          className={styles.fields}
          role="group"
          aria-label={t('Question {number}', { number: at + 1 })}
        >
          <TextInput
            wrapperProps={{ 'data-wide': true }}
            label={t('Question {number}', { number: at + 1 })}
            maxLength={longestQuestion}
            withAsterisk
            {...form.getInputProps(`questions.${at}.question`)}
          />
          <Select
            label={t('Applies to')}
            data={[
              { value: 'all', label: t('All products') },
              ...modules.map((module) => ({ value: module, label: moduleNames[module] })),
            ]}
            allowDeselect={false}
            value={question.module || 'all'}
            onChange={(next) =>
              form.setFieldValue(`questions.${at}.module`, modules.find((module) => module === next) ?? '')
            }
          />
          <TagsInput
            label={t('Answer options')}
            description={t('Leave blank for a free-text answer.')}
            maxTags={maxChoices}
            splitChars={['\n', ';']}
            {...form.getInputProps(`questions.${at}.choices`)}
          />
          <div data-wide>
            <Button variant="subtle" color="red" size="compact-sm" onClick={() => form.removeListItem('questions', at)}>
              {t('Remove question')}
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          disabled={form.values.questions.length >= maxQuestions}
          onClick={() => form.insertListItem('questions', { id: '', module: '', question: '', choices: [] })}
        >
          {t('Add question')}
        </Button>
      </div>
    </SettingForm>
  )
}
