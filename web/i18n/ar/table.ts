/** Lists: search, filters, pages. */
export const messages: Record<string, string> = {
  '{count, plural, one {# row} other {# rows}}':
    '{count, plural, zero {لا صفوف} one {صف واحد} two {صفان} few {# صفوف} many {# صفًا} other {# صف}}',
  'Nothing matches': 'لا توجد نتائج مطابقة',
  'Try other words or remove a filter.': 'جرّب كلمات أخرى أو أزل أحد عوامل التصفية.',
  'Clear search and filters': 'مسح البحث وعوامل التصفية',
  'This page of the list is empty': 'هذه الصفحة من القائمة فارغة',
  'The list has become shorter.': 'أصبحت القائمة أقصر.',
  'Go to the first page': 'الذهاب إلى الصفحة الأولى',
  'All {filter}': '{filter}: الكل',
  '{from}–{to} of {total}': '{from}–{to} من {total}',
  'Rows per page': 'عدد الصفوف في الصفحة',
  '{count} per page': '{count} في الصفحة',
  Pages: 'الصفحات',
  'Page {page}': 'الصفحة {page}',
  'Previous page': 'الصفحة السابقة',
  'Next page': 'الصفحة التالية',
}
