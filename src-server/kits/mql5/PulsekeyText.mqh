// 文本工具：JSON、UTF-8、MD5、RC4 / text tools: JSON, UTF-8, MD5, RC4. Nothing to change here.
#property strict

class CPulsekeyText
  {
protected:
   // 扁平 JSON 的一个字段 / a field of the flat JSON, as text. The first match is the right one.
   string Field(const string json, const string name)
     {
      int size = StringLen(json);
      int at = StringFind(json, "\"" + name + "\":");
      if(at < 0) return("");
      at += StringLen(name) + 3;
      bool isQuoted = at < size && StringGetCharacter(json, at) == '"';
      string out = "";
      for(at += isQuoted ? 1 : 0; at < size; at++)
        {
         ushort c = StringGetCharacter(json, at);
         if(isQuoted ? c == '"' : (c == ',' || c == '}')) break;
         if(isQuoted && c == '\\' && ++at < size) { c = StringGetCharacter(json, at); if(c == 'n') c = '\n'; }
         out += ShortToString(c);
        }
      return(out);
     }

   // 1.10 比 1.9 新；不是数字的版本只看是否相同 / 1.10 is newer than 1.9. Versions without numbers are compared as text.
   bool IsNewer(const string other, const string own)
     {
      string left[];
      string right[];
      int lefts = StringSplit(other, '.', left), rights = StringSplit(own, '.', right);
      for(int i = 0; i < MathMax(lefts, rights); i++)
        {
         string a = i < lefts ? left[i] : "0", b = i < rights ? right[i] : "0";
         long x = StringToInteger(a), y = StringToInteger(b);
         if(IntegerToString(x) != a || IntegerToString(y) != b) return(other != own);
         if(x != y) return(x > y);
        }
      return(false);
     }

   string Trim(const string text)
     {
      int from = 0, to = StringLen(text);
      while(from < to && StringGetCharacter(text, from) <= ' ') from++;
      while(to > from && StringGetCharacter(text, to - 1) <= ' ') to--;
      return(to > from ? StringSubstr(text, from, to - from) : "");
     }

   // 应答中没有引号和反斜杠 / an answer has no double quotes and no backslashes.
   string Plain(const string text)
     {
      string out = "";
      for(int i = 0; i < StringLen(text); i++)
        {
         ushort c = StringGetCharacter(text, i);
         out += c == '"' ? "'" : (c == '\\' ? "/" : StringSubstr(text, i, 1));
        }
      return(out);
     }

   // UTF-8，去掉结尾的零 / UTF-8 without the zero that ends a string.
   void ToBytes(const string text, uchar &bytes[])
     {
      int length = StringToCharArray(text, bytes, 0, WHOLE_ARRAY, CP_UTF8) - 1;
      ArrayResize(bytes, MathMax(0, length));
     }

   string Escape(const string text)
     {
      uchar bytes[];
      ToBytes(text, bytes);
      string out = "";
      for(int i = 0; i < ArraySize(bytes); i++)
        {
         uchar c = bytes[i];
         bool isPlain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' || c == '-';
         out += isPlain ? ShortToString(c) : StringFormat("%%%02X", c);
        }
      return(out);
     }

   string ToHex(const uchar &bytes[])
     {
      string out = "";
      for(int i = 0; i < ArraySize(bytes); i++) out += StringFormat("%02x", bytes[i]);
      return(out);
     }

   string Md5(const string text)
     {
      uchar bytes[];
      uchar none[];
      uchar digest[];
      ToBytes(text, bytes);
      if(CryptEncode(CRYPT_HASH_MD5, bytes, none, digest) <= 0) return("");
      return(ToHex(digest));
     }

   string Seal(const string text, const string rc4key)
     {
      uchar bytes[];
      ToBytes(text, bytes);
      Rc4(bytes, rc4key);
      return(ToHex(bytes));
     }

   string Unseal(const string hex, const string rc4key)
     {
      uchar bytes[];
      FromHex(hex, bytes);
      Rc4(bytes, rc4key);
      return(CharArrayToString(bytes, 0, WHOLE_ARRAY, CP_UTF8));
     }

   void FromHex(const string hex, uchar &bytes[])
     {
      int size = StringLen(hex) / 2;
      ArrayResize(bytes, size);
      for(int i = 0; i < size; i++) bytes[i] = (uchar)(HexDigit(StringGetCharacter(hex, i * 2)) * 16 + HexDigit(StringGetCharacter(hex, i * 2 + 1)));
     }

   void FromBase64(const string text, uchar &bytes[])
     {
      int size = 0, bits = 0, held = 0;
      ArrayResize(bytes, StringLen(text));
      for(int i = 0; i < StringLen(text); i++)
        {
         int digit = StringFind("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", StringSubstr(text, i, 1));
         if(digit < 0) break;
         held = (held << 6 | digit) & 0xffff;
         bits += 6;
         if(bits < 8) continue;
         bits -= 8;
         bytes[size++] = (uchar)((held >> bits) & 255);
        }
      ArrayResize(bytes, size);
     }

   int HexDigit(const ushort c) { return(c >= 'a' ? c - 'a' + 10 : (c >= 'A' ? c - 'A' + 10 : c - '0')); }

   void Rc4(uchar &bytes[], const string rc4key)
     {
      uchar key[];
      int box[256];
      ToBytes(rc4key, key);
      int size = ArraySize(key), j = 0, swap = 0;
      if(size == 0) return;
      for(int i = 0; i < 256; i++) box[i] = i;
      for(int i = 0; i < 256; i++)
        {
         j = (j + box[i] + key[i % size]) & 255;
         swap = box[i]; box[i] = box[j]; box[j] = swap;
        }
      j = 0;
      for(int n = 0; n < ArraySize(bytes); n++)
        {
         int i = (n + 1) & 255;
         j = (j + box[i]) & 255;
         swap = box[i]; box[i] = box[j]; box[j] = swap;
         bytes[n] = (uchar)(bytes[n] ^ box[(box[i] + box[j]) & 255]);
        }
     }
  };
