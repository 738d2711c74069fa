// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>

#include "scenario/model_files.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

struct Bounds {
  std::array<float, 3> low, high;
};

Bounds bounds(const Mesh& mesh) {
  Bounds box{mesh.positions.at(0), mesh.positions.at(0)};
  for (const auto& p : mesh.positions)
    for (std::size_t i = 0; i < 3; ++i) {
      box.low[i] = std::min(box.low[i], p[i]);
      box.high[i] = std::max(box.high[i], p[i]);
    }
  return box;
}

using Corner = std::array<float, 3>;

// One triangle with corners (0 0 0), (1 0 0), (0 2 3), one unit long as the file says.
std::string collada(const std::string& up_axis, const std::string& meter,
                    const std::string& color = "0.25 0.5 0.75 1") {
  return R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit meter=")" +
         meter + R"("/><up_axis>)" + up_axis + R"(</up_axis></asset>
  <library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert>
    <diffuse><color>)" +
         color +
         R"(</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
  <library_materials><material id="m" name="paint"><instance_effect url="#e"/></material></library_materials>
  <library_geometries><geometry id="g" name="shape"><mesh>
    <source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 2 3</float_array><technique_common>
      <accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
      <param name="Z" type="float"/></accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="1" material="mm"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s">
    <node id="n" name="part"><translate>10 0 0</translate><instance_geometry url="#g">
      <bind_material><technique_common><instance_material symbol="mm" target="#m"/></technique_common></bind_material>
    </instance_geometry></node>
    <node id="n2" name="other"><translate>20 0 0</translate><instance_geometry url="#g"/></node>
  </visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>)";
}

TEST(MeshLoader, ColladaIsTurnedAndScaledAsItSays) {
  const TestFolder folder;
  Findings findings;
  const auto z_up = load_mesh(folder.write("z.dae", collada("Z_UP", "1")), {}, findings);
  ASSERT_TRUE(z_up) << all_text(findings);
  EXPECT_EQ(bounds(*z_up).low, (Corner{10, 0, 0}));
  EXPECT_EQ(bounds(*z_up).high, (Corner{21, 2, 3}));
  EXPECT_EQ(z_up->triangle_count(), 2u);

  // what is y in the file is up: y becomes z, and z becomes -y
  const auto y_up = load_mesh(folder.write("y.dae", collada("Y_UP", "1")), {}, findings);
  ASSERT_TRUE(y_up) << all_text(findings);
  EXPECT_EQ(bounds(*y_up).low, (Corner{10, -3, 0}));
  EXPECT_EQ(bounds(*y_up).high, (Corner{21, 0, 2}));

  const auto inches = load_mesh(folder.write("i.dae", collada("Z_UP", "0.5")), {}, findings);
  ASSERT_TRUE(inches) << all_text(findings);
  EXPECT_EQ(bounds(*inches).low, (Corner{5, 0, 0}));
  EXPECT_EQ(bounds(*inches).high, (Corner{10.5f, 1, 1.5f}));
  EXPECT_EQ(findings.all().size(), 0u) << all_text(findings);
}

TEST(MeshLoader, ColladaColoursComeOutAsWritten) {
  const TestFolder folder;
  Findings findings;
  const auto mesh = load_mesh(folder.write("c.dae", collada("Z_UP", "1")), {}, findings);
  ASSERT_TRUE(mesh);
  ASSERT_EQ(mesh->submeshes.size(), 2u);
  EXPECT_EQ(mesh->submeshes[0].name, "part");
  EXPECT_EQ(mesh->materials.at(mesh->submeshes[0].material).base_color,
            (Color{0.25f, 0.5f, 0.75f, 1}));
}

TEST(MeshLoader, SubmeshesAreCutOutAndCentred) {
  const TestFolder folder;
  folder.write("c.dae", collada("Z_UP", "1"));
  const auto load = [&](const std::string& submesh, Findings& findings) {
    const auto file = folder.write(
        "m.sdf",
        "<sdf version='1.9'><model name='m'><static>1</static><link name='l'>\n"
        "<visual name='v'><geometry><mesh><uri>c.dae</uri><scale>2 2 2</scale><submesh>" +
            submesh + "</submesh></mesh></geometry></visual></link></model></sdf>");
    return load_sdf_model(file, {}, findings);
  };
  Findings findings;
  const auto model = load("<name>other</name><center>true</center>", findings);
  ASSERT_TRUE(model) << all_text(findings);
  const auto shape = std::get<MeshShape>(model->links[0].visuals[0].shape);
  EXPECT_EQ(shape.mesh->triangle_count(), 1u);
  EXPECT_EQ(bounds(*shape.mesh).low, (Corner{-0.5f, -1, -1.5f}));
  expect_near(shape.scale, {2, 2, 2});

  EXPECT_FALSE(load("<name>wheel</name>", findings));
  EXPECT_ERROR(findings, 2, "has no submesh 'wheel'; it has 'part', 'other'");
}

constexpr const char* roof_obj = R"(mtllib roof.mtl
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
vt 0 0
vt 1 0
vt 1 1
usemtl red
f 1/1 2/2 3/3 4/1
usemtl blue
f 1/1 5/2 6/3 2/1
)";

TEST(MeshLoader, ObjKeepsItsAxesMaterialsAndEdges) {
  const TestFolder folder;
  folder.write("wood.png", "x");
  folder.write("roof.mtl",
               "newmtl red\nKd 1 0.25 0\nnewmtl blue\nKd 0 0 1\nd 0.5\nmap_Kd wood.png\n");
  Findings findings;
  const auto mesh = load_mesh(folder.write("roof.obj", roof_obj), {}, findings);
  ASSERT_TRUE(mesh) << all_text(findings);
  EXPECT_EQ(findings.all().size(), 0u) << all_text(findings);
  EXPECT_EQ(mesh->triangle_count(), 4u);
  EXPECT_EQ(bounds(*mesh).high, (Corner{1, 1, 1}));
  ASSERT_EQ(mesh->submeshes.size(), 2u);
  const Material& red = mesh->materials.at(mesh->submeshes[0].material);
  const Material& blue = mesh->materials.at(mesh->submeshes[1].material);
  EXPECT_EQ(red.base_color, (Color{1, 0.25f, 0, 1}));
  EXPECT_EQ(blue.base_color, (Color{0, 0, 1, 0.5f}));
  EXPECT_EQ(blue.base_color_texture, (folder.path() / "wood.png").string());
  EXPECT_EQ(mesh->texture_coordinates.size(), mesh->positions.size());

  // the two faces meet at a right angle: each keeps its own normal along the shared edge
  for (std::size_t s = 0; s < 2; ++s)
    for (std::uint32_t i = 0; i < mesh->submeshes[s].index_count; ++i) {
      const auto& n = mesh->normals[mesh->indices[mesh->submeshes[s].first_index + i]];
      EXPECT_NEAR(std::abs(n[s == 0 ? 2 : 1]), 1, 1e-6);
    }
}

TEST(MeshLoader, MissingTexturesAreAWarning) {
  const TestFolder folder;
  folder.write("roof.mtl", "newmtl red\nmap_Kd none.png\nnewmtl blue\nKd 0 0 1\n");
  Findings findings;
  EXPECT_TRUE(load_mesh(folder.write("roof.obj", roof_obj), {"w.sdf", 7}, findings));
  EXPECT_WARNING(findings, 7, "'none.png', which is missing");
}

std::string binary_stl(const std::vector<Corner>& corners) {
  std::string stl(80, ' ');
  const auto put = [&](const void* data, std::size_t size) {
    stl.append(static_cast<const char*>(data), size);
  };
  const auto count = static_cast<std::uint32_t>(corners.size() / 3);
  put(&count, 4);
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    const Corner normal{};
    put(normal.data(), 12);
    for (std::size_t k = 0; k < 3; ++k) put(corners[i + k].data(), 12);
    put("\0", 2);
  }
  return stl;
}

TEST(MeshLoader, BinaryStlIsReadAsItIsAndDegenerateTrianglesAreLeftOut) {
  const TestFolder folder;
  Findings findings;
  const auto mesh = load_mesh(
      folder.write("a.stl",
                   binary_stl({{0, 0, 0}, {1, 0, 0}, {0, 1, 5}, {1, 1, 1}, {1, 1, 1}, {2, 2, 2}})),
      {"w.sdf", 3}, findings);
  ASSERT_TRUE(mesh) << all_text(findings);
  EXPECT_EQ(mesh->triangle_count(), 1u);
  EXPECT_EQ(bounds(*mesh).high[2], 5);
  EXPECT_WARNING(findings, 3, "1 triangles without area");
  for (const std::uint32_t index : mesh->indices) {
    const auto& n = mesh->normals[index];
    EXPECT_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-5);
  }
}

std::string gltf(const std::string& buffer_length, const std::string& accessor_count,
                 const std::string& extra = "") {
  // positions (0 0 0), (1 0 0), (0 2 3) as little-endian floats
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"mesh":0,"name":"part"}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],
"materials":[{"name":"paint","pbrMetallicRoughness":{"baseColorFactor":[0.25,0.5,0.75,1],
"metallicFactor":0.5,"roughnessFactor":0.25}}],)" +
         extra + R"("buffers":[{"byteLength":)" + buffer_length +
         R"(,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAEBA"}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"accessors":[{"bufferView":0,"componentType":5126,"count":)" +
         accessor_count + R"(,"type":"VEC3"}]})";
}

TEST(MeshLoader, GltfIsYUpByItsStandard) {
  const TestFolder folder;
  Findings findings;
  const auto mesh = load_mesh(folder.write("a.gltf", gltf("36", "3")), {}, findings);
  ASSERT_TRUE(mesh) << all_text(findings);
  EXPECT_EQ(bounds(*mesh).low, (Corner{0, -3, 0}));
  EXPECT_EQ(bounds(*mesh).high, (Corner{1, 0, 2}));
  const Material& material = mesh->materials.at(mesh->submeshes[0].material);
  EXPECT_EQ(material.base_color, (Color{0.25f, 0.5f, 0.75f, 1}));
  EXPECT_EQ(material.metalness, 0.5f);
  EXPECT_EQ(material.roughness, 0.25f);
}

TEST(MeshLoader, TexturesInsideOfAFileBecomeFiles) {
  const TestFolder folder;
  ::setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
  // the eight bytes that every PNG starts with
  std::string text = gltf("36", "3",
                          R"("textures":[{"source":0}],
"images":[{"mimeType":"image/png","uri":"data:image/png;base64,iVBORw0KGgo="}],)");
  const std::string factor = "\"baseColorFactor\":[0.25,0.5,0.75,1]";
  text.replace(text.find(factor), factor.size(), "\"baseColorTexture\":{\"index\":0}");
  Findings findings;
  const auto mesh = load_mesh(folder.write("a.gltf", text), {}, findings);
  ::unsetenv("XDG_CACHE_HOME");
  ASSERT_TRUE(mesh) << all_text(findings);
  EXPECT_EQ(findings.all().size(), 0u) << all_text(findings);
  const std::string file = mesh->materials.at(mesh->submeshes[0].material).base_color_texture;
  EXPECT_TRUE(file.starts_with(folder.path().string())) << file;
  EXPECT_EQ(std::filesystem::file_size(file), 8u);
  EXPECT_EQ(mesh->materials[0].base_color, (Color{1, 1, 1, 1}));
}

TEST(MeshLoader, FilesThatAMeshNamesAreReadOnlyWhenTheyAreFiles) {
  const TestFolder folder;
  const auto pipe = folder.path() / "pipe.mtl";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string name : {"pipe.mtl", "/dev/zero"}) {
    Findings findings;
    // without its materials, but without waiting for them either
    EXPECT_TRUE(load_mesh(
        folder.write("m.obj", "mtllib " + name + "\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), {},
        findings))
        << all_text(findings);
  }
}

TEST(MeshLoader, AFileIsReadOnceWhileItIsInUse) {
  const TestFolder folder;
  const auto file = folder.write("c.dae", collada("Z_UP", "1"));
  Findings findings;
  const auto first = load_mesh(file, {}, findings);
  EXPECT_EQ(load_mesh(file, {}, findings), first);
  // a file that was changed is another one
  folder.write("c.dae", collada("Z_UP", "2"));
  std::filesystem::last_write_time(
      file, std::filesystem::last_write_time(file) + std::chrono::seconds(5));
  const auto changed = load_mesh(file, {}, findings);
  EXPECT_NE(changed, first);
  EXPECT_EQ(bounds(*changed).high, (Corner{42, 4, 6}));
}

TEST(MeshLoader, BrokenMeshesEndInASentence) {
  const TestFolder folder;
  const std::string dae = collada("Z_UP", "1");
  const std::vector<std::pair<std::string, std::string>> broken{
      {"empty.obj", ""},
      {"empty.stl", ""},
      {"empty.dae", ""},
      {"empty.glb", ""},
      {"noise.stl", std::string("\x01\xff\x00\x7f\x80garbage", 12)},
      {"noise.glb", std::string("glTF\x02\x00\x00\x00\xff\xff\xff\xff", 12)},
      {"points.obj", "v 0 0 0\nv 1 1 1\np 1\np 2\n"},
      {"range.obj", "v 0 0 0\nv 1 0 0\nf 1 2 900\n"},
      {"negative.obj", "v 0 0 0\nf -5 -6 -7\n"},
      {"nan.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
      {"huge.obj", "v 1e300 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
      {"count.stl",
       binary_stl({{0, 0, 0}, {1, 0, 0}, {0, 1, 5}}).replace(80, 4, "\xff\xff\xff\x7f")},
      {"cut.stl", binary_stl({{0, 0, 0}, {1, 0, 0}, {0, 1, 5}}).substr(0, 100)},
      {"cut.dae", dae.substr(0, dae.size() / 2)},
      {"loop.dae",
       [&] {
         std::string text = dae;
         const auto at = text.find("<instance_geometry");
         return text.insert(at, "<instance_node url=\"#n\"/>");
       }()},
      {"index.dae",
       [&] {
         std::string text = dae;
         return text.replace(text.find("<p>0 1 2"), 8, "<p>0 1 999999");
       }()},
      {"outside.gltf", gltf("36", "300000")},
      {"negative.gltf", gltf("36", "-3")},
      {"buffer.gltf", gltf("999999999", "3")},
      {"cut.gltf", gltf("36", "3").substr(0, 200)},
      {"a.fbx", "not a mesh we read"},
  };
  for (const auto& [name, content] : broken) {
    SCOPED_TRACE(name);
    Findings findings;
    EXPECT_FALSE(load_mesh(folder.write(name, content), {"w.sdf", 4}, findings));
    EXPECT_ERROR(findings, 4, name);
    EXPECT_EQ(findings.error_count(), 1);
  }
  Findings findings;
  EXPECT_FALSE(load_mesh(folder.path(), {"w.sdf", 4}, findings));
  EXPECT_ERROR(findings, 4, "is a folder");
  EXPECT_FALSE(load_mesh(folder.path() / "none.obj", {"w.sdf", 5}, findings));
  EXPECT_ERROR(findings, 5, "no such file");
  const auto huge = folder.write("huge.stl", "solid");
  std::filesystem::resize_file(huge, std::uintmax_t{3} << 30);
  EXPECT_FALSE(load_mesh(huge, {"w.sdf", 6}, findings));
  EXPECT_ERROR(findings, 6, "more than the 1024 MiB");
}

}  // namespace
}  // namespace tandem
