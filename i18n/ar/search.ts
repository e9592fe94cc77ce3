/** The global search. */
export const messages = {
  Administrator: 'مسؤول',
  'Pages, clients, campaigns, leads, people': 'صفحات وعملاء وحملات وعملاء محتملون وأشخاص',
  Recent: 'الأخيرة',
  Results: 'النتائج',
  'Search everything': 'البحث في كل شيء',
  'Try the beginning of a name, an email address or a phone number.':
    'جرّب بداية اسم أو عنوان بريد إلكتروني أو رقم هاتف.',
  '{count, plural, one {# result} other {# results}}':
    '{count, plural, zero {لا نتائج} one {نتيجة واحدة} two {نتيجتان} few {# نتائج} many {# نتيجة} other {# نتيجة}}',
}
