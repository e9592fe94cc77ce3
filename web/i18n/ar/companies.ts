/** Adding, changing and deleting agencies and clients. */
export const messages: Record<string, string> = {
  Removed: 'المحذوفة',
  'Removed in the last 30 days': 'ما حُذف في آخر 30 يومًا',
  'For 30 days everything is still there: bring it back, or download what it has. Then it is erased.':
    'يبقى كل شيء موجودًا 30 يومًا: أعده، أو نزّل ما لديه. بعدها يُمحى.',
  'Nothing was removed': 'لم يُحذف شيء',
  'What you delete from the list appears here for 30 days.': 'ما تحذفه من القائمة يظهر هنا 30 يومًا.',
  'The latest {count} are shown.': 'يُعرض أحدث {count}.',
  'Removed {removed}, erased {erased}': 'حُذف في {removed} ويُمحى في {erased}',
  'Bring back': 'إعادة',
  'Download what {name} has': 'تنزيل ما لدى {name}',
  People: 'الأشخاص',
  Transfers: 'التحويلات',
  'User log': 'سجل المستخدمين',
  'Add agency': 'إضافة وكالة',
  'Add client': 'إضافة عميل',
  'Save agency': 'حفظ الوكالة',
  'Save client': 'حفظ العميل',
  'Add the first one: a mail invites it to choose a password.':
    'أضف العميل الأول: تدعوه رسالة بريد إلى اختيار كلمة مرور.',
  'Add the first one: a mail invites its owner to choose a password.':
    'أضف الوكالة الأولى: تدعو رسالة بريد مالكها إلى اختيار كلمة مرور.',
  'Enter the company name': 'أدخل اسم الشركة',
  'Please select payment term': 'يرجى اختيار شرط الدفع',
  'Use letters, digits and hyphens, with no hyphen at either end.':
    'استخدم حروفًا لاتينية وأرقامًا وشرطات، دون شرطة في أي من الطرفين.',
  'Only the owner of the account can change it.': 'لا يمكن تغييره إلا من صاحب الحساب.',
  'Left empty, it is made from the company name.': 'إذا تُرك فارغًا فسيُشتق من اسم الشركة.',
  'They choose their own when they first sign in. Left empty, a mail invites them to.':
    'يختارون كلمة مرورهم عند أول تسجيل دخول. وإذا تُركت فارغة فستدعوهم رسالة بريد إلى ذلك.',
  'Organization ID': 'معرّف المؤسسة',
  Products: 'المنتجات',
  'Payment terms': 'شروط الدفع',
  Weekly: 'أسبوعي',
  Monthly: 'شهري',
  'One Time': 'مرة واحدة',
  Prepaid: 'مدفوع مسبقًا',
  'Allow the client to manage campaigns': 'السماح للعميل بإدارة الحملات',
  'Developer mode': 'وضع المطوّر',
  'API Key Generated': 'أُنشئ مفتاح API',
  'Developer Mode Enabled': 'وضع المطوّر مفعّل',
  'Delete {name}': 'حذف {name}',
  'Delete this agency?': 'حذف هذه الوكالة؟',
  'Delete this client?': 'حذف هذا العميل؟',
  'Delete agency': 'حذف الوكالة',
  'Delete client': 'حذف العميل',
  'Its people are signed out at once and cannot sign in any more. Its leads and its money stay, and for 30 days it can be brought back.':
    'يُسجَّل خروج أفرادها فورًا ولا يمكنهم الدخول بعد ذلك. وتبقى عملاؤها المحتملون وأموالها، ويمكن استعادتها خلال 30 يومًا.',
  Sales: 'المبيعات',
  'Set Sales Person': 'تعيين مسؤول المبيعات',
  'Set Sales Person for {name}': 'تعيين مسؤول المبيعات لـ {name}',
  'Who looks after {name}.': 'من يتولى متابعة {name}.',
  'Sales representative': 'مندوب المبيعات',
  'Account executive': 'مدير الحسابات',
  Referrer: 'المُحيل',
  Nobody: 'لا أحد',
  Clear: 'مسح',
  'Nothing found': 'لا نتائج',
  Action: 'الإجراء',
  Beta: 'تجريبي',
}

/** What the server says of companies and their people. */
export const serverTexts: Record<string, string> = {
  'The subdomain is required.': 'النطاق الفرعي مطلوب.',
  'There is still an open balance. Please settle it first.': 'لا يزال هناك رصيد مفتوح. يرجى تسويته أولًا.',
  'The agency does not have this product.': 'لا تملك الوكالة هذا المنتج.',
  'There is no such sales person.': 'لا يوجد مسؤول مبيعات كهذا.',
  'The agency does not have this payment term.': 'لا تملك الوكالة شرط الدفع هذا.',
  'Leads to it once its owner has proved it with the records in General Settings.':
    'يقود إليها بعد أن يثبت مالكها ملكيته بالسجلات في الإعدادات العامة.',
  'New campaigns begin with it.': 'تبدأ به الحملات الجديدة.',
  Group: 'المجموعة',
  'No group': 'بلا مجموعة',
  'Phone numbers of leads': 'أرقام هواتف العملاء المحتملين',
  'Off, the client and its destinations get leads without them.':
    'عند الإيقاف يصل العملاء المحتملون إلى العميل ووجهاته من دونها.',
}
