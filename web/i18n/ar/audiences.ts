/** Marketing organizations and what feeds them. */
export const messages: Record<string, string> = {
  'Marketing organizations': 'مؤسسات التسويق',
  'Marketing organization': 'مؤسسة التسويق',
  Audience: 'الجمهور',
  'Who reaches your marketing outside: the leads of the campaigns that are tied to it.':
    'من يصل إلى تسويقك الخارجي: العملاء المحتملون من الحملات المرتبطة به.',
  'No organizations yet': 'لا توجد مؤسسات بعد',
  'Add a marketing organization first, then tie campaigns to it in their settings.':
    'أضف مؤسسة تسويق أولًا، ثم اربط الحملات بها في إعداداتها.',
  'Leads for {name}': 'العملاء المحتملون لـ {name}',
  'Edit organization': 'تعديل المؤسسة',
  'Add organization': 'إضافة مؤسسة',
  'Save organization': 'حفظ المؤسسة',
  'Remove organization': 'إزالة المؤسسة',
  'External ID': 'المعرّف هناك',
  'Campaigns there': 'الحملات هناك',
  'All campaigns there': 'كل الحملات هناك',
  'External campaign': 'الحملة هناك',
  'Name of campaign {number}': 'اسم الحملة {number}',
  'ID of campaign {number} there': 'معرّف الحملة {number} هناك',
  'Take campaign {number} out': 'إخراج الحملة {number}',
  'Add a campaign': 'إضافة حملة',
  'Choose a client.': 'اختر عميلًا.',
  'Accounts of clients in marketing systems outside. Campaigns can be tied to them.':
    'حسابات العملاء في أنظمة تسويق خارجية. يمكن ربط الحملات بها.',
  'Add the account that a client has with a mailing or advertising system, and the campaigns it runs there.':
    'أضف حساب العميل لدى نظام بريد أو إعلانات، والحملات التي يديرها هناك.',
  Organization: 'المؤسسة',
  'Tied campaigns': 'الحملات المرتبطة',
  '{name} is in use': '{name} قيد الاستخدام',
  '{count, plural, one {# campaign is tied to it.} other {# campaigns are tied to it.}} Untie them in their settings first.':
    '{count, plural, one {ترتبط بها حملة واحدة.} two {ترتبط بها حملتان.} few {ترتبط بها # حملات.} many {ترتبط بها # حملة.} other {ترتبط بها # حملة.}} افصلها في إعداداتها أولًا.',
  'It leaves the list with its campaigns there. This cannot be undone.':
    'تغادر القائمة مع حملاتها هناك. لا يمكن التراجع عن ذلك.',
  '{count, plural, one {# lead} other {# leads}}':
    '{count, plural, one {عميل محتمل واحد} two {عميلان محتملان} few {# عملاء محتملين} many {# عميلًا محتملًا} other {# عميل محتمل}}',
  'No campaign is tied to it yet: choose it in the settings of a campaign.':
    'لا ترتبط بها أي حملة بعد: اخترها في إعدادات حملة.',
  'The first {most} by name.': 'أول {most} بحسب الاسم.',
  'The account in a marketing system outside that the leads are meant for.':
    'الحساب في نظام تسويق خارجي الذي يُقصد به العملاء المحتملون.',
  'This client has no organizations yet.': 'ليس لهذا العميل مؤسسات بعد.',
  'Add one': 'أضف واحدة',
}

/** What only the server says. */
export const serverTexts: Record<string, string> = {
  'This client has an organization with this name already.': 'لدى هذا العميل مؤسسة بهذا الاسم بالفعل.',
  'This name is in the list already.': 'هذا الاسم موجود في القائمة بالفعل.',
  'is no organization of this client': 'ليست مؤسسة لهذا العميل',
  'is no campaign of this organization': 'ليست حملة لهذه المؤسسة',
}
