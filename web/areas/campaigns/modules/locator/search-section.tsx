import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { autocomplete, type Suggestion } from '#contract/campaigns/autocomplete.ts'
import { keywordsOf } from '#contract/campaigns/keywords.ts'
import { leastSearches, searchWindows_days } from '#contract/campaigns/module-fields/locator.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { OptionsFailure } from '../../../../shells/options-failure.tsx'
import { SearchSelect } from '../../../../shells/search-select.tsx'
import type { SectionProps } from '../../setup/section-props.ts'
import styles from '../../setup/setup.module.css'
import { useTopics } from '../../use-topics.ts'

/** Searches and articles that make people leads, how recent they must be and how many are needed. */
export function SearchSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection title={t('What people search for')} description={t('People who search for these become leads.')}>
      <div data-wide>
        <Textarea
          label={t('Keywords')}
          description={t('One per line. Use quotes for an exact match and a leading hyphen to exclude.')}
          placeholder={'roof repair\n"metal roof"\n-free'}
          // In an empty right-to-left field, the placeholder's hyphen would appear after the word.
          dir="auto"
          autosize
          minRows={4}
          maxRows={12}
          {...form.getInputProps('keywords')}
        />
        <KeywordCount text={form.values.keywords} />
      </div>
      <div data-wide>
        <KeywordField
          onAdd={(keyword) =>
            form.setFieldValue('keywords', (text) => [text.trimEnd(), keyword].filter(Boolean).join('\n'))
          }
        />
      </div>
      <TopicsField form={form} />
      <div data-wide>
        <Textarea
          label={t('Contextual keywords')}
          description={t('People who read pages about these topics. A page counts half as much as a search.')}
          dir="auto"
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('contextualKeywords')}
        />
      </div>
      <Select
        label={t('Searched within')}
        allowDeselect={false}
        data={searchWindows_days.map((days) => ({
          value: String(days),
          label: t('{days, plural, one {# day} other {# days}}', { days }),
        }))}
        {...form.getInputProps('searchWindow')}
      />
      <Select
        label={t('Minimum searches')}
        allowDeselect={false}
        data={leastSearches.map((count) => ({
          value: String(count),
          label: t('{count, plural, one {# time} other {# times}}', { count }),
        }))}
        {...form.getInputProps('leastSearches')}
      />
      <div data-wide>
        <TextInput label={t('Notes')} maxLength={1000} {...form.getInputProps('searchDescription')} />
      </div>
    </FormSection>
  )
}

function TopicsField({ form }: SectionProps) {
  const t = useT()
  const topics = useTopics()
  return (
    <div data-wide>
      <MultiSelect
        label={t('Topics')}
        description={t('A topic covers the keywords people use for it.')}
        // Show the ids until the names have loaded.
        data={topics.options ?? form.values.topics}
        placeholder={form.values.topics.length === 0 ? t('Search topics') : undefined}
        searchable
        clearable
        hidePickedOptions
        limit={60}
        nothingFoundMessage={t('No topic has this name.')}
        {...form.getInputProps('topics')}
      />
      <OptionsFailure of={topics.query} />
    </div>
  )
}

function KeywordCount({ text }: { text: string }) {
  const t = useT()
  const keywords = keywordsOf(text)
  if (keywords.length === 0) return null
  const negative = keywords.filter(({ kind }) => kind === 'negative').length
  return (
    <p className={styles.hint} role="status">
      {t('{count, plural, one {# keyword} other {# keywords}}, {negative} of them negative', {
        count: keywords.length,
        negative,
      })}
    </p>
  )
}

/** Searches for a keyword and adds it; can be repeated. */
function KeywordField({ onAdd }: { onAdd: (keyword: string) => void }) {
  const t = useT()
  const [words, setWords] = useState('')
  const [additions, setAdditions] = useState(0)
  const { data, error, refetch, isFetching } = useCall(
    autocomplete,
    { params: { category: 'keyword', text: words } },
    { enabled: words !== '', keepPrevious: true },
  )
  const matches: Suggestion[] = words === '' ? [] : (data?.data ?? [])
  return (
    <SearchSelect
      // A new key remounts the field after each keyword, which clears it.
      key={additions}
      label={t('Find keywords')}
      placeholder={t('Type three letters, such as roo')}
      selection={null}
      matches={matches}
      search={{ data, error, refetch, isFetching: isFetching || words === '' }}
      onSearch={setWords}
      onChoose={(keyword) => {
        if (keyword === null) return
        onAdd(keyword)
        setWords('')
        setAdditions((count) => count + 1)
      }}
    />
  )
}
