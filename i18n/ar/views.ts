/** Saved views of lists, their columns and density. */
export const messages = {
  Views: 'طرق العرض',
  'Your views': 'طرق العرض الخاصة بك',
  'Shared by colleagues': 'مشتركة من الزملاء',
  'Save as view': 'حفظ كطريقة عرض',
  'No saved views yet': 'لا طرق عرض محفوظة بعد',
  'Rename or share': 'إعادة التسمية أو المشاركة',
  'Remove view': 'إزالة طريقة العرض',
  'Remove the view {name}?': 'هل تريد إزالة طريقة العرض {name}؟',
  'The list and its rows stay as they are. Colleagues lose the view, too, if you share it.':
    'تبقى القائمة وصفوفها كما هي. إن كانت طريقة العرض مشتركة فسيفقدها الزملاء أيضًا.',
  'Share with colleagues': 'مشاركة مع الزملاء',
  'Everybody of your company sees it; only you can change it.': 'يراها كل من في شركتك، ولا يغيّرها سواك.',
  'Keeps filters, sort order and columns. What you searched for is not kept.':
    'تُحفظ عوامل التصفية والترتيب والأعمدة، ولا يُحفظ ما بحثت عنه.',
  'Save view': 'حفظ طريقة العرض',
  'View changed': 'تغيّرت طريقة العرض',
  Reset: 'إعادة تعيين',
  'The view was saved.': 'حُفظت طريقة العرض.',
  'The view was removed.': 'أُزيلت طريقة العرض.',
  'You already have a view with this name.': 'لديك بالفعل طريقة عرض بهذا الاسم.',
  'You already have 50 views. Remove one first.': 'لديك بالفعل 50 طريقة عرض. أزل واحدة أولًا.',
  'A view has at most 30 parts.': 'تتكون طريقة العرض من 30 جزءًا على الأكثر.',
  'Columns and density': 'الأعمدة والكثافة',
  'Usual columns': 'الأعمدة المعتادة',
  'CSV, as shown': 'CSV، كما تظهر القائمة',
  'The file has the first {count} rows. Narrow the list to get the others.':
    'يضم الملف أول {count} صف. ضيّق القائمة للحصول على البقية.',
  Density: 'الكثافة',
  'Copy {text}': 'نسخ {text}',
  Comfortable: 'مريحة',
  Compact: 'مضغوطة',
}
