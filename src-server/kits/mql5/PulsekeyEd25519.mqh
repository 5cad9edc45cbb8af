// Ed25519（RFC 8032）验签：只有服务器的私钥能签出应答 / Ed25519 verification: only the server's private key signs answers.
// 此处无需修改 / nothing to change here.
#property strict

// 模 2^255-19 的数，16 位一段 / a number modulo 2^255-19, in pieces of 16 bits.
struct PulsekeyNumber { long v[16]; };
struct PulsekeyPoint { PulsekeyNumber x, y, z, t; };

const ulong PULSEKEY_SHA512[80] =
  {
   0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
   0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
   0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
   0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
   0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
   0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
   0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
   0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
   0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
   0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
   0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
   0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
   0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
   0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
   0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
   0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817
  };

class CPulsekeyEd25519
  {
private:
   PulsekeyNumber m_d, m_d2, m_i;
   PulsekeyPoint m_base;

public:
   CPulsekeyEd25519()
     {
      Parse(m_d, "52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3");
      Parse(m_d2, "2406d9dc56dffce7198e80f2eef3d13000e0149a8283b156ebd69b9426b2f159");
      Parse(m_i, "2b8324804fc1df0b2b4d00993dfbd7a72f431806ad2fe478c4ee1b274a0ea0b0");
      Parse(m_base.x, "216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a");
      Parse(m_base.y, "6666666666666666666666666666666666666666666666666666666666666658");
      Small(m_base.z, 1);
      Multiply(m_base.t, m_base.x, m_base.y);
     }

   bool Verify(const uchar &message[], const uchar &signature[], const uchar &key[])
     {
      if(ArraySize(signature) != 64 || ArraySize(key) != 32) return(false);
      PulsekeyPoint minus, both, sum;
      if(!UnpackNegative(minus, key)) return(false);
      uchar hashed[];
      uchar hash[];
      int size = ArraySize(message);
      ArrayResize(hashed, 64 + size);
      for(int i = 0; i < 32; i++) { hashed[i] = signature[i]; hashed[32 + i] = key[i]; }
      for(int i = 0; i < size; i++) hashed[64 + i] = message[i];
      Sha512(hashed, hash);
      // s·B - h·A 必须等于 R / s·B - h·A has to be R.
      both = minus;
      Add(both, m_base);
      Small(sum.x, 0);
      Small(sum.y, 1);
      Small(sum.z, 1);
      Small(sum.t, 0);
      for(int i = 511; i >= 0; i--)
        {
         Add(sum, sum);
         int h = (hash[i / 8] >> (i % 8)) & 1;
         int s = i < 256 ? (signature[32 + i / 8] >> (i % 8)) & 1 : 0;
         if(h == 1 && s == 1) Add(sum, both);
         else if(h == 1) Add(sum, minus);
         else if(s == 1) Add(sum, m_base);
        }
      uchar packed[];
      PackPoint(packed, sum);
      for(int i = 0; i < 32; i++) if(packed[i] != signature[i]) return(false);
      return(true);
     }

private:
   void Parse(PulsekeyNumber &number, const string hex)
     {
      for(int i = 0; i < 16; i++)
        {
         number.v[i] = 0;
         for(int k = 0; k < 4; k++)
           {
            int digit = StringGetCharacter(hex, 60 - i * 4 + k);
            number.v[i] = number.v[i] * 16 + (digit >= 'a' ? digit - 'a' + 10 : digit - '0');
           }
        }
     }

   void Small(PulsekeyNumber &number, const long value)
     {
      for(int i = 0; i < 16; i++) number.v[i] = 0;
      number.v[0] = value;
     }

   void Carry(PulsekeyNumber &o)
     {
      for(int i = 0; i < 16; i++)
        {
         o.v[i] += 65536;
         long carry = o.v[i] >> 16;
         o.v[i] -= carry << 16;
         if(i < 15) o.v[i + 1] += carry - 1;
         else o.v[0] += 38 * (carry - 1);
        }
     }

   void Plus(PulsekeyNumber &o, const PulsekeyNumber &a, const PulsekeyNumber &b) { for(int i = 0; i < 16; i++) o.v[i] = a.v[i] + b.v[i]; }
   void Minus(PulsekeyNumber &o, const PulsekeyNumber &a, const PulsekeyNumber &b) { for(int i = 0; i < 16; i++) o.v[i] = a.v[i] - b.v[i]; }

   void Multiply(PulsekeyNumber &o, const PulsekeyNumber &a, const PulsekeyNumber &b)
     {
      long t[32];
      for(int i = 0; i < 32; i++) t[i] = 0;
      for(int i = 0; i < 16; i++)
        {
         long one = a.v[i];
         for(int j = 0; j < 16; j++) t[i + j] += one * b.v[j];
        }
      for(int i = 0; i < 15; i++) t[i] += 38 * t[i + 16];
      for(int i = 0; i < 16; i++) o.v[i] = t[i];
      Carry(o);
      Carry(o);
     }

   // 费马小定理：1/a = a^(p-2) / by Fermat's theorem.
   void Invert(PulsekeyNumber &o, const PulsekeyNumber &a)
     {
      PulsekeyNumber c = a;
      for(int i = 253; i >= 0; i--)
        {
         Multiply(c, c, c);
         if(i != 2 && i != 4) Multiply(c, c, a);
        }
      o = c;
     }

   void Power2523(PulsekeyNumber &o, const PulsekeyNumber &a)
     {
      PulsekeyNumber c = a;
      for(int i = 250; i >= 0; i--)
        {
         Multiply(c, c, c);
         if(i != 1) Multiply(c, c, a);
        }
      o = c;
     }

   void Pack(uchar &bytes[], const PulsekeyNumber &number)
     {
      PulsekeyNumber t = number, m;
      for(int i = 0; i < 3; i++) Carry(t);
      for(int round = 0; round < 2; round++)
        {
         m.v[0] = t.v[0] - 0xffed;
         for(int i = 1; i < 15; i++)
           {
            m.v[i] = t.v[i] - 0xffff - ((m.v[i - 1] >> 16) & 1);
            m.v[i - 1] &= 0xffff;
           }
         m.v[15] = t.v[15] - 0x7fff - ((m.v[14] >> 16) & 1);
         bool isBelow = ((m.v[15] >> 16) & 1) == 1;
         m.v[14] &= 0xffff;
         if(!isBelow) t = m;
        }
      ArrayResize(bytes, 32);
      for(int i = 0; i < 16; i++)
        {
         bytes[2 * i] = (uchar)(t.v[i] & 255);
         bytes[2 * i + 1] = (uchar)((t.v[i] >> 8) & 255);
        }
     }

   bool IsSame(const PulsekeyNumber &a, const PulsekeyNumber &b)
     {
      uchar left[];
      uchar right[];
      Pack(left, a);
      Pack(right, b);
      for(int i = 0; i < 32; i++) if(left[i] != right[i]) return(false);
      return(true);
     }

   int Parity(const PulsekeyNumber &a)
     {
      uchar bytes[];
      Pack(bytes, a);
      return(bytes[0] & 1);
     }

   void PackPoint(uchar &bytes[], const PulsekeyPoint &point)
     {
      PulsekeyNumber inverse, x, y;
      Invert(inverse, point.z);
      Multiply(x, point.x, inverse);
      Multiply(y, point.y, inverse);
      Pack(bytes, y);
      bytes[31] = (uchar)(bytes[31] ^ (Parity(x) << 7));
     }

   // 公钥的相反点 / the negative of the key's point. Returns false where the key is no point.
   bool UnpackNegative(PulsekeyPoint &point, const uchar &key[])
     {
      PulsekeyNumber t, check, top, bottom, second, fourth, sixth;
      Small(point.z, 1);
      for(int i = 0; i < 16; i++) point.y.v[i] = key[2 * i] + ((long)key[2 * i + 1] << 8);
      point.y.v[15] &= 0x7fff;
      Multiply(top, point.y, point.y);
      Multiply(bottom, top, m_d);
      Minus(top, top, point.z);
      Plus(bottom, point.z, bottom);
      Multiply(second, bottom, bottom);
      Multiply(fourth, second, second);
      Multiply(sixth, fourth, second);
      Multiply(t, sixth, top);
      Multiply(t, t, bottom);
      Power2523(t, t);
      Multiply(t, t, top);
      Multiply(t, t, bottom);
      Multiply(t, t, bottom);
      Multiply(point.x, t, bottom);
      Multiply(check, point.x, point.x);
      Multiply(check, check, bottom);
      if(!IsSame(check, top)) Multiply(point.x, point.x, m_i);
      Multiply(check, point.x, point.x);
      Multiply(check, check, bottom);
      if(!IsSame(check, top)) return(false);
      if(Parity(point.x) == (key[31] >> 7))
        {
         Small(t, 0);
         Minus(point.x, t, point.x);
        }
      Multiply(point.t, point.x, point.y);
      return(true);
     }

   // p += q，q 可以是 p / q may be p.
   void Add(PulsekeyPoint &p, const PulsekeyPoint &q)
     {
      PulsekeyNumber a, b, c, d, e, f, g, h, t;
      Minus(a, p.y, p.x);
      Minus(t, q.y, q.x);
      Multiply(a, a, t);
      Plus(b, p.x, p.y);
      Plus(t, q.x, q.y);
      Multiply(b, b, t);
      Multiply(c, p.t, q.t);
      Multiply(c, c, m_d2);
      Multiply(d, p.z, q.z);
      Plus(d, d, d);
      Minus(e, b, a);
      Minus(f, d, c);
      Plus(g, d, c);
      Plus(h, b, a);
      Multiply(p.x, e, f);
      Multiply(p.y, h, g);
      Multiply(p.z, g, f);
      Multiply(p.t, e, h);
     }

   ulong Turn(const ulong x, const int by) { return((x >> by) | (x << (64 - by))); }

   void Sha512(const uchar &bytes[], uchar &hash[])
     {
      ulong s[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
      ulong w[80];
      ulong n[8];
      uchar padded[];
      int size = ArraySize(bytes), whole = ((size + 16) / 128 + 1) * 128;
      ArrayResize(padded, whole);
      for(int i = 0; i < whole; i++) padded[i] = i < size ? bytes[i] : (uchar)(i == size ? 128 : 0);
      for(int i = 0; i < 4; i++) padded[whole - 1 - i] = (uchar)(((uint)size * 8) >> (8 * i));
      for(int at = 0; at < whole; at += 128)
        {
         for(int i = 0; i < 16; i++)
           {
            w[i] = 0;
            for(int k = 0; k < 8; k++) w[i] = (w[i] << 8) | padded[at + i * 8 + k];
           }
         for(int i = 16; i < 80; i++)
           {
            ulong low = Turn(w[i - 15], 1) ^ Turn(w[i - 15], 8) ^ (w[i - 15] >> 7);
            ulong high = Turn(w[i - 2], 19) ^ Turn(w[i - 2], 61) ^ (w[i - 2] >> 6);
            w[i] = w[i - 16] + low + w[i - 7] + high;
           }
         for(int i = 0; i < 8; i++) n[i] = s[i];
         for(int i = 0; i < 80; i++)
           {
            ulong choice = (n[4] & n[5]) ^ (~n[4] & n[6]);
            ulong first = n[7] + (Turn(n[4], 14) ^ Turn(n[4], 18) ^ Turn(n[4], 41)) + choice + PULSEKEY_SHA512[i] + w[i];
            ulong most = (n[0] & n[1]) ^ (n[0] & n[2]) ^ (n[1] & n[2]);
            ulong second = (Turn(n[0], 28) ^ Turn(n[0], 34) ^ Turn(n[0], 39)) + most;
            for(int k = 7; k > 0; k--) n[k] = n[k - 1];
            n[4] += first;
            n[0] = first + second;
           }
         for(int i = 0; i < 8; i++) s[i] += n[i];
        }
      ArrayResize(hash, 64);
      for(int i = 0; i < 64; i++) hash[i] = (uchar)((s[i / 8] >> (56 - 8 * (i % 8))) & 255);
     }
  };
