/** Changes of campaigns, and the pace of their leads. */
export const messages: Record<string, string> = {
  Changes: 'التغييرات',
  'Who changed this campaign, and what it was before.': 'من غيّر هذه الحملة، وكيف كانت من قبل.',
  'Nothing has been changed yet.': 'لم يُغيَّر شيء بعد.',
  'Days and hours: from': 'الأيام والساعات: من',
  'Days and hours: until': 'الأيام والساعات: حتى',
  'Turned on': 'مفعّل',
  'Your agency': 'وكالتك',
  becomes: 'تصبح',
  'Spread evenly': 'توزيع بالتساوي',
  'Leads come over the day’s hours one after another, instead of as fast as they can.':
    'يأتي العملاء المحتملون على مدى ساعات اليوم واحدًا تلو الآخر، بدلًا من أسرع ما يمكن.',
  'Ready to start': 'جاهزة للبدء',
  Ready: 'جاهزة',
  '{count, plural, one {# campaign was never started} other {# campaigns were never started}}, {ready} of them can be started now.':
    '{count, plural, one {حملة واحدة لم تبدأ قط} two {حملتان لم تبدآ قط} few {# حملات لم تبدأ قط} many {# حملة لم تبدأ قط} other {# حملة لم تبدأ قط}}، يمكن بدء {ready} منها الآن.',
  'Start all {count} that are ready': 'ابدأ كل الحملات الجاهزة ({count})',
  'Show all {count}': 'عرض الكل ({count})',
  'Show fewer': 'عرض أقل',
  'Start {name}': 'بدء {name}',
  'What is missing': 'ما ينقص',
  '{count, plural, one {# step missing} other {# steps missing}}':
    '{count, plural, one {خطوة واحدة ناقصة} two {خطوتان ناقصتان} few {# خطوات ناقصة} many {# خطوة ناقصة} other {# خطوة ناقصة}}',
}
