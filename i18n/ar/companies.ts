/** Adding, changing and deleting agencies and clients. */
export const messages = {
  'What it owes is written off if it is less than $0.50, the smallest card charge.':
    'يُشطب ما عليه إن كان أقل من 0.50 دولار، وهو أصغر مبلغ يُحصّل من بطاقة.',
  'What it or one of its clients owes is written off if it is less than $0.50, the smallest card charge.':
    'يُشطب ما عليها أو على أحد عملائها إن كان أقل من 0.50 دولار، وهو أصغر مبلغ يُحصّل من بطاقة.',
  Removed: 'المحذوفة',
  'Removed in the last 30 days': 'ما حُذف في آخر 30 يومًا',
  'Everything is kept for 30 days: restore it or download its data. Then it is erased.':
    'يبقى كل شيء موجودًا 30 يومًا: أعده، أو نزّل ما لديه. بعدها يُمحى.',
  'Nothing deleted recently': 'لم يُحذف شيء مؤخرًا',
  'Deleted companies appear here for 30 days.': 'ما تحذفه من القائمة يظهر هنا 30 يومًا.',
  'The latest {count} are shown.': 'يُعرض أحدث {count}.',
  'Removed {removed}, erased {erased}': 'حُذف في {removed} ويُمحى في {erased}',
  Restore: 'إعادة',
  'Download the data of {name}': 'تنزيل بيانات {name}',
  People: 'الأشخاص',
  Transfers: 'التحويلات',
  'User log': 'سجل المستخدمين',
  'Add agency': 'إضافة وكالة',
  'Add client': 'إضافة عميل',
  'Save agency': 'حفظ الوكالة',
  'Save client': 'حفظ العميل',
  'Add your first client. We’ll email an invitation.': 'أضف العميل الأول: تدعوه رسالة بريد إلى اختيار كلمة مرور.',
  'Add your first agency. We’ll email its owner an invitation.':
    'أضف الوكالة الأولى: تدعو رسالة بريد مالكها إلى اختيار كلمة مرور.',
  'Enter the company name': 'أدخل اسم الشركة',
  'Please select payment term': 'يرجى اختيار شرط الدفع',
  'Use letters, digits and hyphens, with no hyphen at either end.':
    'استخدم حروفًا لاتينية وأرقامًا وشرطات، دون شرطة في أي من الطرفين.',
  'Only the owner of the account can change it.': 'لا يمكن تغييره إلا من صاحب الحساب.',
  'Leave blank to generate it from the company name.': 'إذا تُرك فارغًا فسيُشتق من اسم الشركة.',
  'They choose their own when they first sign in. Leave blank to email an invitation.':
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
  'Its users are signed out immediately and can no longer sign in. Leads and billing records stay, and it can be restored for 30 days.':
    'يُسجَّل خروج أفرادها فورًا ولا يمكنهم الدخول بعد ذلك. وتبقى عملاؤها المحتملون وأموالها، ويمكن استعادتها خلال 30 يومًا.',
  Sales: 'المبيعات',
  'Set Sales Person': 'تعيين مسؤول المبيعات',
  'Set Sales Person for {name}': 'تعيين مسؤول المبيعات لـ {name}',
  'Sales staff assigned to {name}.': 'من يتولى متابعة {name}.',
  'Sales representative': 'مندوب المبيعات',
  'Account executive': 'مدير الحسابات',
  Referrer: 'المُحيل',
  Nobody: 'لا أحد',
  Clear: 'مسح',
  'Nothing found': 'لا نتائج',
  Action: 'الإجراء',
  Beta: 'تجريبي',

  // Server messages about companies and their users.
  'The subdomain is required.': 'النطاق الفرعي مطلوب.',
  'There is still money in the Data Wallet. Remove this agency once leads have used it or it has expired.':
    'لا يزال هناك مال في محفظة البيانات. أزل هذه الوكالة بعد أن يستهلكه العملاء المحتملون أو تنتهي صلاحيته.',
  'There is still money for prepaid leads. Refund it in the campaigns first.':
    'لا يزال هناك مال لعملاء محتملين مدفوعين مسبقًا. رُدّه في الحملات أولًا.',
  'There is an open balance. Settle it first.': 'لا يزال هناك رصيد مفتوح. يرجى تسويته أولًا.',
  'There is a credit. Pay it out and record that first.': 'هناك رصيد دائن. اصرفه وسجّل ذلك أولًا.',
  'A payment is still being processed. Try again once it is settled.':
    'لا تزال هناك دفعة قيد المعالجة. أعد المحاولة بعد تسويتها.',
  'The agency does not have this product.': 'لا تملك الوكالة هذا المنتج.',
  'Sales person not found.': 'لم يُعثر على مسؤول المبيعات.',
  'The agency does not have this payment term.': 'لا تملك الوكالة شرط الدفع هذا.',
  'Works once its owner has verified it with the DNS records in General Settings.':
    'يقود إليها بعد أن يثبت مالكها ملكيته بالسجلات في الإعدادات العامة.',
  Default: 'الافتراضي',
  'Default for new campaigns.': 'تبدأ به الحملات الجديدة.',
  Group: 'المجموعة',
  'No group': 'بلا مجموعة',
  'Editing of shared sheets': 'تحرير الجداول المشتركة',
  'When off, report recipients can only read the sheets of the client’s campaigns.':
    'عند الإيقاف، يمكن لمستلمي التقارير قراءة جداول حملات العميل فقط.',
  'Phone numbers of leads': 'أرقام هواتف العملاء المحتملين',
  'When off, the client and its destinations get leads without phone numbers.':
    'عند الإيقاف يصل العملاء المحتملون إلى العميل ووجهاته من دونها.',
}
