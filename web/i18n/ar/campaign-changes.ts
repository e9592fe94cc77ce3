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
}
