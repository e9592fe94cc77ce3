/** The global search. */
export const messages = {
  Administrator: 'مسؤول',
  'Close what is open on top': 'إغلاق النافذة العلوية المفتوحة',
  'Duplicate the element': 'تكرار العنصر',
  Everywhere: 'في كل مكان',
  'Forward or backward': 'إلى الأمام أو إلى الخلف',
  'In a list': 'في قائمة',
  'In the banner designer': 'في مصمم الإعلانات',
  'In the search': 'في البحث',
  'Keyboard shortcuts': 'اختصارات لوحة المفاتيح',
  'Move it ten times as far': 'تحريكه عشرة أضعاف المسافة',
  'Move the element': 'تحريك العنصر',
  'Next or previous row': 'الصف التالي أو السابق',
  'Open the row': 'فتح الصف',
  'Select the row, where rows can be selected': 'تحديد الصف، حيث يمكن تحديد الصفوف',
  'Next or previous row, while one is open beside the list': 'الصف التالي أو السابق، ما دام صف مفتوحًا بجانب القائمة',
  'Open the selected result': 'فتح النتيجة المحددة',
  'Pages, settings, actions, clients, campaigns, leads': 'صفحات وإعدادات وإجراءات وعملاء وحملات وعملاء محتملون',
  'Previous or next result': 'النتيجة السابقة أو التالية',
  Recent: 'الأخيرة',
  'Remove the element': 'إزالة العنصر',
  Results: 'النتائج',
  'Search everything': 'البحث في كل شيء',
  'Try the beginning of a name, an email address or a phone number.':
    'جرّب بداية اسم أو عنوان بريد إلكتروني أو رقم هاتف.',
  '{count, plural, one {# result} other {# results}}':
    '{count, plural, zero {لا نتائج} one {نتيجة واحدة} two {نتيجتان} few {# نتائج} many {# نتيجة} other {# نتيجة}}',
}
