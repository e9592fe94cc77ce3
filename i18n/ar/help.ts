/** The handbook's pages; its chapters are in docs/guide. */
export const messages = {
  Help: 'المساعدة',
  Handbook: 'الدليل',
  'Help for this page': 'مساعدة حول هذه الصفحة',
  'How to use each page, from nothing to the first lead and beyond.':
    'كيف تُستخدم كل صفحة، من البداية إلى أول عميل محتمل وما بعده.',
  'Search help': 'البحث في المساعدة',
  'Search results': 'نتائج البحث',
  'Nothing found. Try another word, or fewer.': 'لا نتائج. جرّب كلمة أخرى أو كلمات أقل.',
  '{count, plural, one {One place} other {# places}}':
    '{count, plural, one {موضع واحد} two {موضعان} few {# مواضع} many {# موضعًا} other {# موضع}}',
  'Running an agency': 'إدارة وكالة',
  'Running the platform': 'تشغيل المنصة',
  'Campaigns and leads': 'الحملات والعملاء المحتملون',
  'For developers': 'للمطورين',
  'Not answered here?': 'لم تجد جوابك هنا؟',
  'Ask support': 'اسأل فريق الدعم',
  'Previous chapter': 'الفصل السابق',
  'Next chapter': 'الفصل التالي',
  Chapters: 'الفصول',
  Print: 'طباعة',
  'Table: {columns}': 'جدول: {columns}',
}
